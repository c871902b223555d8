/// Parses the flags of a command, such as `--days 3`, from a message.
struct FlagParser: Sendable {
    enum Kind: Hashable, Sendable { case boolean, integer, number, text, list }

    private struct Found: Hashable, Sendable {
        var value: JSONValue
        /// The range of the name and its value.
        var range: Range<Int>
    }

    /// The kind of each flag, by its written name: `daily-limit`.
    let kinds: [String: Kind]
    private let properties: [String: String]
    private var found: [String: Found] = [:]
    /// Set once the whole message has been scanned; flags found again on the second pass are already known.
    var isComplete = false

    init<Value: BotOptions>(_ type: Value.Type) {
        let children = Mirror(reflecting: Value()).children.compactMap { child in child.label.map { ($0, Kind(of: child.value)) }
        }
        kinds = Dictionary(children.map { (Self.written($0), $1) }) { first, _ in first }
        properties = Dictionary(children.map { (Self.written($0.0), $0.0) }) { first, _ in first }
    }

    /// The written names, in the order of usage lines.
    var names: [String] { kinds.keys.sorted() }

    /// Records a flag. The last value of a repeated flag counts; a list collects all of them.
    mutating func put(_ name: String, _ word: String?, at range: Range<Int>) {
        guard !isComplete else { return }
        let value: JSONValue = word.map { .string($0) } ?? .bool(true)
        let others = kinds[name] == .list ? found[name]?.value.array ?? [] : []
        found[name] = Found(value: kinds[name] == .list ? .array(others + [value]) : value, range: range)
    }

    /// Decodes the flags that were found.
    ///
    /// - Throws: `LocatedUsageError` at the flag whose value is invalid.
    func value<Value: BotOptions>() throws -> Value {
        let given = found.compactMap { name, found in properties[name].map { ($0, found.value) } }
        do {
            return given.isEmpty ? Value() : try Value.decode(from: .object(Dictionary(uniqueKeysWithValues: given)))
        } catch let problem as OptionError {
            let name = properties.first { $0.value == problem.path.first }?.key ?? ""
            throw LocatedUsageError(
                wording: kinds[name]?.mistake ?? LocalizedText(problem.message, vi: "chỗ này cần một giá trị khác"),
                range: found[name]?.range ?? 0..<0)
        }
    }

    /// Returns the written name of a property: `daily-limit` for `dailyLimit`.
    private static func written(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }
}

extension FlagParser.Kind {
    fileprivate init(of value: Any) {
        let type = type(of: value)
        if type == Bool.self || type == Bool?.self {
            self = .boolean
        } else if type == Int.self || type == Int?.self {
            self = .integer
        } else if type == Double.self || type == Double?.self {
            self = .number
        } else {
            self = Mirror(reflecting: value).displayStyle == .collection ? .list : .text
        }
    }

    /// The error message for a value of another kind; nil if the property's type has a better one.
    fileprivate var mistake: LocalizedText? {
        switch self {
        case .boolean: .expected(Bool.expects)
        case .integer: .expected(Int.expects)
        case .number: .expected(Double.expects)
        case .text, .list: nil
        }
    }
}
