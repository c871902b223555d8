import BotConfiguration
import ChatModel

/// The value that a rule writes for one key of a header.
enum HeaderValueTemplate: Sendable {
    case flag(Bool)
    case text(Template, HeaderSchema.Kind?)
    case tuple([Template])

    enum Filled {
        case value(MessageHeader.Value)
        /// A flag that is not set.
        case nothing
        case invalid(String, HeaderSchema.Kind)
    }

    init?(_ field: ConfigNode.Entry, of header: String, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard compilation.knows(key: field.key, of: header, at: field.keyPosition) else { return nil }
        let kind = compilation.headerRules.kind(of: field.key, in: header)
        let isList = field.value.isList(diagnostics)
        switch kind {
        case .flag:
            guard let isSet = field.value.truth(diagnostics) else { return nil }
            self = .flag(isSet)
        case .tuple: self.init(items: field.value, compilation)
        case nil where isList: self.init(items: field.value, compilation)
        case nil where field.value.isPlainTruth: self = .flag(field.value.kind == .scalar("true", .plain))
        case nil, .text, .number, .identifier:
            guard let template = Template(field.value, compilation) else { return nil }
            if let text = template.literal, let kind, MessageHeader.Value(text, as: kind) == nil {
                diagnostics.error(
                    "wrong-kind", "'\(text)' is not a valid \(kind) for '\(field.key)' of '\(header)'", at: field.value.position)
                return nil
            }
            self = .text(template, kind)
        }
    }

    private init?(items node: ConfigNode, _ compilation: CompilationContext) {
        guard let items = node.list(orSingle: true, compilation.diagnostics) else { return nil }
        let templates = items.compactMap { Template($0, compilation) }
        guard templates.count == items.count else { return nil }
        self = .tuple(templates)
    }

    func value(_ context: ActionContext) -> Filled {
        switch self {
        case .flag(let isSet): return isSet ? .value(.flag) : .nothing
        case .tuple(let items): return .value(.tuple(items.map { $0.text(context) }))
        case .text(let template, let kind):
            let text = template.text(context)
            guard let value = MessageHeader.Value(text, as: kind) else { return .invalid(text, kind ?? .text) }
            return .value(value)
        }
    }
}

extension ConfigNode {
    /// A Boolean value that indicates whether the node is `true` or `false` without quotes.
    fileprivate var isPlainTruth: Bool { kind == .scalar("true", .plain) || kind == .scalar("false", .plain) }
}
