import BotConfig
import MezonModel

/// `dm: { to: user, text, embed, buttons }`: sends a direct message. A footer explains how to opt out; users who have opted out
/// get none.
struct DirectMessageAction: ParsableAction {
    static let name = "dm"
    let isReply = true

    private let whom: MemberSelector
    private let form: MessageTemplate
    private let isQuoting: Bool

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.requirements.writesDirectly = true
        guard let argument = word.argument(findings), var map = MapReader(argument, "'dm'", findings) else { return nil }
        let whom = MemberSelector.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, compilation) }
        map.finish()
        guard let whom, let form else { return nil }
        self.whom = whom
        self.form = form
        self.isQuoting = isQuoting
    }

    func perform(_ scene: inout ActionContext) {
        guard let user = whom.user(scene), user != scene.facts.me else { return scene.remark("no user to write to") }
        guard scene.facts.state.memo(.silence(of: user), in: .real, at: scene.facts.now) == nil else {
            return scene.remark("\(user) has opted out of direct messages")
        }
        if isQuoting, let refusal = scene.refusalToShow(to: user) { return scene.remark("not sent: \(refusal)") }
        guard var draft = scene.write(for: .user(user), { form.draft(&$0) }) else { return }
        let gap = draft.content.text.isEmpty ? "" : "\n\n"
        draft.content.text += gap + scene.policy.phrases.footer
        scene.ask(.direct(draft, to: user))
    }
}
