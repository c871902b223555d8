import BotConfiguration
import ChatModel

/// `reply: text`, or `reply: { text, embed, buttons, allow_mentions }`: replies to the event's message, quoting it.
struct ReplyAction: ParsableAction {
    static let name = "reply"
    let isReply = true

    private let form: MessageTemplate

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.channel, for: keyword)
        guard let form = MessageTemplate(alone: keyword, compilation) else { return nil }
        self.form = form
    }

    func perform(_ context: inout ActionContext) {
        if let draft = form.draft(&context) { context.request(.reply(draft)) }
    }
}
