import BotConfiguration
import ChatModel

/// `edit_reply: text`, or `edit_reply: { text, embed, buttons, allow_mentions }`: edits this rule's reply to the event's message;
/// for a button or a form, the message that carries it.
struct EditReplyAction: ParsableAction {
    static let name = "edit_reply"
    let isReply = true

    private let form: MessageTemplate

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: keyword)
        guard let form = MessageTemplate(alone: keyword, compilation) else { return nil }
        self.form = form
    }

    func perform(_ context: inout ActionContext) {
        guard let draft = form.draft(&context) else { return }
        if case .button(let click) = context.facts.event {
            context.request(.edit(click.message, draft))
        } else {
            context.request(.editReply(draft))
        }
    }
}
