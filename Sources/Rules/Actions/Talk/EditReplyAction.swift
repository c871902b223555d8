import BotConfig
import MezonModel

/// `edit_reply: text`, or `edit_reply: { text, embed, buttons, allow_mentions }`: changes what this rule has answered to the event's
/// message; for a button or a form, the message that carries it.
struct EditReplyAction: WordedAction {
    static let name = "edit_reply"

    private let form: MessageForm

    init?(_ word: WordNode, _ compilation: Compilation) {
        compilation.expect(.message, for: word)
        guard let form = MessageForm(alone: word, compilation) else { return nil }
        self.form = form
    }

    func perform(_ scene: inout Scene) {
        guard let draft = form.draft(&scene) else { return }
        if case .button(let click) = scene.facts.event {
            scene.ask(.edit(click.message, draft))
        } else {
            scene.ask(.editReply(draft))
        }
    }
}
