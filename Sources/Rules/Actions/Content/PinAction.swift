import BotConfig
import BotKit
import MezonModel

/// `pin`: pins the event's message to its channel.
struct PinAction: WordedAction {
    static let name = "pin"

    init?(_ word: WordNode, _ compilation: Compilation) {
        compilation.expect(.message, for: word)
        guard word.standsAlone(compilation.findings) else { return nil }
    }

    func perform(_ scene: inout Scene) { scene.ask(.pin, onError: .stop) }
}
