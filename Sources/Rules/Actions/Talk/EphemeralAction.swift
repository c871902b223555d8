import BotConfig
import MezonModel

/// `ephemeral: text`, or `ephemeral: { to: person, text }`: says something in the channel that one person alone sees.
struct EphemeralAction: WordedAction {
    static let name = "ephemeral"

    private let whom: Whom
    private let form: MessageForm

    init?(_ word: WordNode, _ compilation: Compilation) {
        let findings = compilation.findings
        compilation.expect(.channel, for: word)
        guard let argument = word.argument(findings) else { return nil }
        guard argument.isMap(findings) else {
            guard let form = MessageForm(argument, compilation) else { return nil }
            self.form = form
            whom = .author
            return
        }
        guard var map = MapReader(argument, "'ephemeral'", findings) else { return nil }
        let whom = Whom.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
        let form = MessageForm(&map, compilation)
        map.finish()
        guard let whom, let form else { return nil }
        self.whom = whom
        self.form = form
    }

    func perform(_ scene: inout Scene) {
        guard let user = whom.user(scene) else { return scene.remark("nobody to tell") }
        if let draft = form.draft(&scene) { scene.ask(.whisper(draft, to: user)) }
    }
}
