import BotConfiguration
import ChatModel

/// `nickname: name`, or `nickname: { name }`: changes the bot's own nickname in the clan; an empty one is removed. Mezon has no call
/// that renames other members.
struct NicknameAction: ParsableAction {
    static let name = "nickname"
    private static let maxLength = 64  // Characters.

    private let nickname: Template
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics) else { return nil }
        let before = diagnostics.errors
        let (nickname, isQuoting) = compilation.reading { () -> Template? in
            guard argument.isMap(diagnostics) else { return Template(argument, compilation) }
            guard var map = MapReader(argument, "'nickname'", diagnostics) else { return nil }
            let name = map.require("name", "The nickname; an empty one is removed.").flatMap { Template($0, compilation) }
            if let node = map.take("to", "Not supported: Mezon lets accounts change only their own nickname.") {
                diagnostics.error(
                    "not-possible", "Mezon has no call that renames another member", at: node.position,
                    suggestion: "remove 'to': the bot's own nickname is changed")
            }
            map.finish()
            return name
        }
        guard diagnostics.errors == before, let nickname else { return nil }
        self.nickname = nickname
        self.isQuoting = isQuoting
    }

    var exposures: [Exposure] { isQuoting ? [.user] : [] }

    func perform(_ context: inout ActionContext) {
        let clan = context.facts.clan
        guard !clan.isNone, !clan.isExternal else { return context.remark("only a clan of Mezon has nicknames") }
        if isQuoting, let refusal = context.refusalToShow() { return context.remark("not renamed: \(refusal)") }
        let text = context.write(for: .anyone) { nickname.text($0) }
        let line = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        context.request(.clan(.nickname(String(line.prefix(Self.maxLength)), of: clan)))
    }
}
