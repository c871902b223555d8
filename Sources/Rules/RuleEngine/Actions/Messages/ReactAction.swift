import BotConfiguration
import ChatModel

/// `react: "👍"`: adds a reaction to the event's message.
struct ReactAction: ParsableAction {
    static let name = "react"

    private let emoji: String

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: word)
        guard let emoji = word.argument(compilation.diagnostics)?.text(compilation.diagnostics) else { return nil }
        self.emoji = emoji
    }

    func perform(_ context: inout ActionContext) { context.ask(.react(emoji)) }
}
