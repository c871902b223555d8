import BotConfig
import MezonModel

/// `reply: text`, or `reply: { text, embed, buttons, allow_mentions }`: replies to the event's message, quoting it.
struct ReplyAction: ParsableAction {
    static let name = "reply"
    let isReply = true

    private let form: MessageTemplate

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.channel, for: word)
        guard let form = MessageTemplate(alone: word, compilation) else { return nil }
        self.form = form
    }

    func perform(_ scene: inout ActionContext) {
        if let draft = form.draft(&scene) { scene.ask(.reply(draft)) }
    }
}
