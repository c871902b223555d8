import BotConfiguration
import ChatModel

/// A text of the bot's own profile in the clan of the event, which the whole clan can read: `TEXT`, or `{ key: TEXT }`.
struct ProfileTemplate {
    private let template: Template
    private let isQuoting: Bool

    /// Reads the text.
    ///
    /// - Parameters:
    ///   - key: The key of the text.
    ///   - doc: The description of the key.
    ///   - elsewhere: The message of the error for the key `to`.
    init?(_ keyword: KeywordNode, _ key: String, _ doc: StaticString, elsewhere: String, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.expect(.clan, for: keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        let before = diagnostics.errors
        let (template, isQuoting) = compilation.reading { () -> Template? in
            guard argument.isMap(diagnostics) else { return Template(argument, compilation) }
            guard var map = MapReader(argument, "'\(keyword.name)'", diagnostics) else { return nil }
            let text = map.require(key, doc).flatMap { Template($0, compilation) }
            if let node = map.take("to", "Not supported: Mezon lets accounts change only their own profile.") {
                diagnostics.error(
                    "not-possible", elsewhere, at: node.position, suggestion: "remove 'to': the bot's own is changed")
            }
            map.finish()
            return text
        }
        guard diagnostics.errors == before, let template else { return nil }
        self.template = template
        self.isQuoting = isQuoting
    }

    var exposures: [Exposure] { isQuoting ? [.user] : [] }

    /// Returns the text on one line with the clan; `nil`, with a remark, if it cannot be shown in a clan.
    func line(maxLength: Int, _ context: inout ActionContext) -> (text: String, clan: ClanID)? {
        let clan = context.facts.clan
        guard !clan.isNone, !clan.isExternal else {
            context.remark("the bot has a profile only in a clan of Mezon")
            return nil
        }
        if isQuoting, let refusal = context.refusalToShow() {
            context.remark("the profile is not changed: \(refusal)")
            return nil
        }
        let text = context.write(for: .anyone) { template.text($0) }
        let line = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        return (String(line.prefix(maxLength)), clan)
    }
}
