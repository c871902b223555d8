import BotConfiguration
import ChatModel

/// JSON as written by an operator, with templates in its texts. Unquoted numbers and Booleans keep their type; a template always
/// yields a text.
indirect enum JSONTemplate: Sendable {
    case text(Template)
    case fixed(JSONValue)
    case list([JSONTemplate])
    case map([(key: String, value: JSONTemplate)])

    static let empty = JSONTemplate.map([])
    static let maximum = 200  // Values in total.
    private static let maxDepth = 8

    init?(_ node: ConfigNode, depth: Int = 0, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let node = diagnostics.shared("json", node) else { return nil }
        guard depth < Self.maxDepth else {
            diagnostics.error("too-deep", "lists and maps may be nested at most \(Self.maxDepth) levels", at: node.position)
            return nil
        }
        if node.isMap(diagnostics) {
            let entries = node.named("a map", diagnostics)
            let values = entries.compactMap { entry in
                JSONTemplate(entry.value, depth: depth + 1, compilation).map { (entry.key, $0) }
            }
            guard values.count == entries.count else { return nil }
            self = .map(values)
        } else if node.isList(diagnostics), let items = node.list(diagnostics) {
            let values = items.compactMap { JSONTemplate($0, depth: depth + 1, compilation) }
            guard values.count == items.count else { return nil }
            self = .list(values)
        } else if let value = node.plainValue {
            self = .fixed(value)
        } else {
            guard let template = Template(node, compilation) else { return nil }
            self = .text(template)
        }
    }

    /// The total number of values.
    var count: Int {
        switch self {
        case .text, .fixed: 1
        case .list(let items): items.reduce(1) { $0 + $1.count }
        case .map(let entries): entries.reduce(1) { $0 + $1.value.count }
        }
    }

    func value(_ context: ActionContext) -> JSONValue {
        switch self {
        case .text(let template): .string(template.text(context))
        case .fixed(let value): value
        case .list(let items): .array(items.map { $0.value(context) })
        case .map(let entries): .object(Dictionary(entries.map { ($0.key, $0.value.value(context)) }) { first, _ in first })
        }
    }
}

extension ConfigNode {
    /// The value of an unquoted scalar that every YAML reader interprets in the same way.
    fileprivate var plainValue: JSONValue? {
        guard case .scalar(let text, .plain) = kind else { return nil }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        if let number = Int64(text), "\(number)" == text { return .integer(number) }
        if let number = Double(text), number.isFinite, "\(number)" == text { return .number(number) }
        return nil
    }
}
