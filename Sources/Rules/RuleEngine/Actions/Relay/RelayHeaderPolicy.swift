import BotConfiguration
import ChatModel

/// The treatment of headers when a message is relayed: carry them as headers, strip them, or write the rule's own headers and
/// keep the user's as text.
enum RelayHeaderPolicy: Sendable {
    private enum Keyword: String, CaseIterable { case carry, strip }

    case carry(HeaderSchema)
    case strip(HeaderSchema)
    case write(HeadersTemplate)

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        if node.isMap(compilation.diagnostics) {
            guard let template = HeadersTemplate(node, compilation) else { return nil }
            self = .write(template)
        } else {
            guard let keyword = node.choice(Keyword.self, "a header policy", compilation.diagnostics) else { return nil }
            self = keyword == .carry ? .carry(compilation.headerRules) : .strip(compilation.headerRules)
        }
    }

    /// Returns the headers to put before the message. Except with `write`, the user's headers are removed from the content.
    func headers(takenOff content: inout Content, _ context: inout ActionContext) -> String {
        switch self {
        case .write(let form): return form.text(&context)
        case .strip(let rules):
            content.cut(to: MessageHeader.split(content.text, by: rules))
            return ""
        case .carry(let rules):
            let parted = MessageHeader.split(content.text, by: rules)
            content.cut(to: parted)
            return HeadersTemplate.text(of: parted.headers, by: rules, &context)
        }
    }
}
