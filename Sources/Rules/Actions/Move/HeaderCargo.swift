import BotConfig
import MezonModel

/// What becomes of headers where a message is shown elsewhere: they are carried as headers, left behind, or the rule writes its own and
/// what people wrote is text.
enum HeaderCargo: Sendable {
    private enum Word: String, CaseIterable { case carry, strip }

    case carry(HeaderRules)
    case strip(HeaderRules)
    case write(HeadersForm)

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        if node.isMap(compilation.findings) {
            guard let form = HeadersForm(node, compilation) else { return nil }
            self = .write(form)
        } else {
            guard let word = node.choice(Word.self, "what becomes of headers", compilation.findings) else { return nil }
            self = word == .carry ? .carry(compilation.headerRules) : .strip(compilation.headerRules)
        }
    }

    /// The headers to put before what is said, of which those are taken off that stood there.
    func headers(takenOff content: inout Content, _ scene: inout Scene) -> String {
        switch self {
        case .write(let form): return form.written(&scene)
        case .strip(let rules):
            content.cut(to: MessageHeader.split(content.text, by: rules))
            return ""
        case .carry(let rules):
            let parted = MessageHeader.split(content.text, by: rules)
            content.cut(to: parted)
            return HeadersForm.text(of: parted.headers, by: rules, &scene)
        }
    }
}
