import BotConfiguration
import ChatModel

/// `ephemeral: text`, or `ephemeral: { to: user, text }`: sends a message in the channel that only one user sees.
struct EphemeralAction: ParsableAction {
    static let name = "ephemeral"
    let isReply = true

    private let whom: MemberSelector
    private let form: MessageTemplate
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.expect(.channel, for: keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        guard argument.isMap(diagnostics) else {
            guard let form = MessageTemplate(argument, compilation) else { return nil }
            self.form = form
            whom = .author
            isQuoting = false
            return
        }
        guard var map = MapReader(argument, "'ephemeral'", diagnostics) else { return nil }
        let whom = MemberSelector.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, compilation) }
        map.finish()
        guard let whom, let form else { return nil }
        self.whom = whom
        self.form = form
        self.isQuoting = isQuoting
    }

    var exposures: [Exposure] { isQuoting ? whom.exposures : [] }

    func perform(_ context: inout ActionContext) {
        guard let user = whom.user(context) else { return context.remark("no user to send to") }
        if isQuoting, let refusal = context.refusalToShow(to: user) { return context.remark("not sent: \(refusal)") }
        let draft = context.write(for: .user(user)) { form.draft(&$0) }
        if let draft { context.request(.ephemeral(draft, to: user)) }
    }
}
