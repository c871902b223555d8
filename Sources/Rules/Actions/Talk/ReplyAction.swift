import BotConfig
import MezonModel

/// `reply: text`, or `reply: { text, embed, buttons, allow_mentions }`: answers the event's message, quoting it.
struct ReplyAction: WordedAction {
    static let name = "reply"

    private let form: MessageForm

    init?(_ word: WordNode, _ compilation: Compilation) {
        compilation.expect(.channel, for: word)
        guard let form = MessageForm(alone: word, compilation) else { return nil }
        self.form = form
    }

    func perform(_ scene: inout Scene) {
        if let draft = form.draft(&scene) { scene.ask(.reply(draft)) }
    }
}
