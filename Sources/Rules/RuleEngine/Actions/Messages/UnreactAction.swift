import BotConfiguration
import ChatModel

/// `unreact: "👍"`: removes the bot's reaction from the event's message.
struct UnreactAction: ParsableAction {
    static let name = "unreact"

    private let emoji: String

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: keyword)
        guard let emoji = keyword.emoji(compilation.diagnostics) else { return nil }
        self.emoji = emoji
    }

    func perform(_ context: inout ActionContext) { context.request(.unreact(emoji)) }
}
