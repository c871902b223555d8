import BotConfig
import MezonModel

/// `unreact: "👍"`: removes the bot's reaction from the event's message.
struct UnreactAction: ParsableAction {
    static let name = "unreact"

    private let emoji: String

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: word)
        guard let emoji = word.argument(compilation.findings)?.text(compilation.findings) else { return nil }
        self.emoji = emoji
    }

    func perform(_ scene: inout ActionContext) { scene.ask(.unreact(emoji)) }
}
