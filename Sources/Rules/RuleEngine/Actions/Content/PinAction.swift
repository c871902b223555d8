import BotConfiguration
import BotKit
import ChatModel

/// `pin`: pins the event's message to its channel.
struct PinAction: ParsableAction {
    static let name = "pin"

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: keyword)
        guard keyword.takesNoArgument(compilation.diagnostics) else { return nil }
    }

    func perform(_ context: inout ActionContext) { context.request(.pin, onError: .stop) }
}
