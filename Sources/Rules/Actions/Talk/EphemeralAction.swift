import BotConfig
import MezonModel

/// `ephemeral: text`, or `ephemeral: { to: user, text }`: sends a message in the channel that only one user sees.
struct EphemeralAction: ParsableAction {
    static let name = "ephemeral"
    let isReply = true

    private let whom: MemberSelector
    private let form: MessageTemplate
    private let isQuoting: Bool

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.expect(.channel, for: word)
        guard let argument = word.argument(findings) else { return nil }
        guard argument.isMap(findings) else {
            guard let form = MessageTemplate(argument, compilation) else { return nil }
            self.form = form
            whom = .author
            isQuoting = false
            return
        }
        guard var map = MapReader(argument, "'ephemeral'", findings) else { return nil }
        let whom = MemberSelector.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, compilation) }
        map.finish()
        guard let whom, let form else { return nil }
        self.whom = whom
        self.form = form
        self.isQuoting = isQuoting
    }

    func perform(_ scene: inout ActionContext) {
        guard let user = whom.user(scene) else { return scene.remark("no user to send to") }
        if isQuoting, let refusal = scene.refusalToShow(to: user) { return scene.remark("not sent: \(refusal)") }
        let draft = scene.write(for: .user(user)) { form.draft(&$0) }
        if let draft { scene.ask(.whisper(draft, to: user)) }
    }
}
