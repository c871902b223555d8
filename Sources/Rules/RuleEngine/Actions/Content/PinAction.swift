import BotConfiguration
import BotKit
import ChatModel

/// `pin`: pins the event's message to its channel.
struct PinAction: ParsableAction {
    static let name = "pin"

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: word)
        guard word.takesNoArgument(compilation.diagnostics) else { return nil }
    }

    func perform(_ context: inout ActionContext) { context.ask(.pin, onError: .stop) }
}
