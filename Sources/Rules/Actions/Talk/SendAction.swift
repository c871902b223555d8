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
        if let node = map.take(
            "save_as", "Not supported: the id is not known when a rule is evaluated; 'edit_reply' edits the rule's reply.")
        {
            findings.error(
                "not-yet-known", "a message's id is known only after it is sent, which is after the rule has been evaluated",
                at: node.position, suggestion: "remove save_as; use edit_reply to edit the rule's reply")
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
        let draft = scene.write(for: .channel(channel)) { form.draft(&$0) }
        if let draft { scene.ask(.send(draft, to: channel)) }
    }
}
