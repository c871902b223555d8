/// What a value keeps, counted through everything in it, so that nothing that grows is forgotten.
struct MemoryFootprint: CustomStringConvertible {
    /// Elements of all its lists, sets and dictionaries.
    private(set) var elements = 0
    /// Of all its texts and bytes.
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
