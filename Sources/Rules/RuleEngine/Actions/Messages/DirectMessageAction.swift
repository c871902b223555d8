import BotConfiguration
import ChatModel

/// `dm: { to: user, text, embed, buttons }`: sends a direct message. A footer explains how to opt out; users who have opted out
/// get none.
struct DirectMessageAction: ParsableAction {
    static let name = "dm"
    let isReply = true

    private let whom: MemberSelector
    private let form: MessageTemplate
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.requirements.writesDirectly = true
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'dm'", diagnostics) else { return nil }
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
        guard let user = whom.user(context), user != context.facts.me else { return context.remark("no user to write to") }
        guard context.facts.state.entry(.directMessageOptOut(of: user), in: .real, at: context.facts.now) == nil else {
            return context.remark("\(user) has opted out of direct messages")
        }
        if isQuoting, let refusal = context.refusalToShow(to: user) { return context.remark("not sent: \(refusal)") }
        guard var draft = context.write(for: .user(user), { form.draft(&$0) }) else { return }
        let gap = draft.content.text.isEmpty ? "" : "\n\n"
        draft.content.text += gap + context.policy.phrases.footer
        context.request(.directMessage(draft, to: user))
    }
}
