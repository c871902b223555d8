import BotConfiguration
import ChatModel

/// `nickname: name`, or `nickname: { name }`: changes the bot's own nickname in the clan; an empty one is removed. Mezon has no call
/// that renames other members.
struct NicknameAction: ParsableAction {
    static let name = "nickname"
    private static let maxLength = 64  // Characters.

    private let nickname: ProfileTemplate

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard
            let nickname = ProfileTemplate(
                keyword, "name", "The nickname; an empty one is removed.",
                elsewhere: "Mezon has no call that renames another member", compilation)
        else { return nil }
        self.nickname = nickname
    }

    var exposures: [Exposure] { nickname.exposures }

    func perform(_ context: inout ActionContext) {
        guard let (text, clan) = nickname.line(maxLength: Self.maxLength, &context) else { return }
        context.request(.clan(.nickname(text, of: clan)))
    }
}
