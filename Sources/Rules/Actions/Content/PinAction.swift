import BotConfig
import BotKit
import MezonModel

/// `pin`: pins the event's message to its channel.
struct PinAction: ParsableAction {
    static let name = "pin"

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: word)
        guard word.takesNoArgument(compilation.findings) else { return nil }
    }

    func perform(_ scene: inout ActionContext) { scene.ask(.pin, onError: .stop) }
}
