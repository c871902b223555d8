import BotConfig
import MezonModel

/// `reply: text`, or `reply: { text, embed, buttons, allow_mentions }`: answers the event's message, quoting it.
struct ReplyAction: WordedAction {
    static let name = "reply"

    private let form: MessageForm

    init?(_ word: WordNode, _ compilation: Compilation) {
        compilation.expect(.channel, for: word)
        guard let argument = word.argument(compilation.findings) else { return nil }
        guard argument.isMap(compilation.findings) else {
            guard let form = MessageForm(argument, compilation) else { return nil }
            self.form = form
            return
        }
        guard var map = MapReader(argument, "'reply'", compilation.findings) else { return nil }
        let form = MessageForm(&map, compilation)
        map.finish()
        guard let form else { return nil }
        self.form = form
    }

    func perform(_ scene: inout Scene) {
        if let draft = form.draft(scene) { scene.ask(.reply(draft)) }
    }
}
