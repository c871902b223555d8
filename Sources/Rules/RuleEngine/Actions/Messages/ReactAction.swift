import BotConfiguration
import ChatModel

/// `react: "👍"`: adds a reaction to the event's message. The emoji is used as written; it is not a template.
struct ReactAction: ParsableAction {
    static let name = "react"

    private let emoji: String

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: keyword)
        guard let emoji = keyword.emoji(compilation.diagnostics) else { return nil }
        self.emoji = emoji
    }

    func perform(_ context: inout ActionContext) { context.request(.react(emoji)) }
}
