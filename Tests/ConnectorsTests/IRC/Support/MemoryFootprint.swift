/// The memory a value holds, counted through all its members, so that nothing that grows is missed.
struct MemoryFootprint: CustomStringConvertible {
    /// The number of elements of all lists, sets and dictionaries.
    private(set) var elements = 0
    /// The number of bytes of all texts and byte arrays.
    private(set) var bytes = 0

    var description: String { "\(elements) elements, \(bytes) bytes" }

    init(of value: Any) { add(value) }

    private mutating func add(_ value: Any) {
        if let text = value as? String {
            bytes += text.utf8.count
            return
        }
        if let list = value as? [UInt8] {
            bytes += list.count
            return
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .dictionary, .set: elements += mirror.children.count
        default: break
        }
        for child in mirror.children { add(child.value) }
    }
}
