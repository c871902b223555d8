import BotConfig
import MezonModel

/// `send: { to: channel, text, embed, buttons, allow_mentions }`: sends a message to a channel.
struct SendAction: ParsableAction {
    static let name = "send"

    private let channel: ChannelID
    private let form: MessageTemplate
    private let isQuoting: Bool

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        guard let argument = word.argument(findings), var map = MapReader(argument, "'send'", findings) else { return nil }
        let before = findings.errors
        let channel = map.require("to", "The channel.").flatMap { compilation.names.channel($0, findings) }
        if let node = map.take("save_as", "Not known yet when a rule decides: 'edit_reply' changes what it has answered."),
            !findings.isRecording
        {
            findings.error(
                "not-yet-known", "what a message is called is known once it is sent, which is after the rule has decided",
                at: node.position, suggestion: "leave save_as out; edit_reply changes what this rule has answered")
        }
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, compilation) }
        map.finish()
        guard let channel, let form, findings.errors == before else { return nil }
        self.channel = channel
        self.form = form
        self.isQuoting = isQuoting
    }

    var showsIn: [ChannelID] { isQuoting ? [channel] : [] }

    func perform(_ scene: inout ActionContext) {
        if isQuoting, let refusal = scene.refusal(toShowIn: channel) { return scene.remark("not sent: \(refusal)") }
        if let draft = form.draft(&scene) { scene.ask(.send(draft, to: channel)) }
    }
}
