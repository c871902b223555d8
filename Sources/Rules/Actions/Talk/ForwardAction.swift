import BotConfig
import MezonModel

/// `forward: channel`, or `forward: { to: channel, headers }`: shows the message in another channel, marked as forwarded. It
/// notifies no one there, its buttons do nothing, and an embed is shown as text.
struct ForwardAction: ParsableAction {
    static let name = "forward"

    private let channel: ChannelID
    private let headers: RelayHeaderPolicy?

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.expect(.message, for: word)
        guard let argument = word.argument(findings) else { return nil }
        let before = findings.errors
        var channel: ChannelID?
        var headers: RelayHeaderPolicy?
        if argument.isMap(findings), var map = MapReader(argument, "'forward'", findings) {
            channel = map.require("to", "The channel.").flatMap { compilation.names.channel($0, findings) }
            headers = map.take(
                "headers", "`carry`, `strip`, or the rule's own headers: { ticket: { id: … } } (default: headers become text)."
            )
            .flatMap { RelayHeaderPolicy($0, compilation) }
            map.finish()
        } else {
            channel = compilation.names.channel(argument, findings)
        }
        guard let channel, findings.errors == before else { return nil }
        self.channel = channel
        self.headers = headers
    }

    var showsIn: [ChannelID] { [channel] }

    func perform(_ scene: inout ActionContext) {
        guard let message = scene.facts.message else { return scene.remark("no message to forward") }
        if let refusal = scene.refusal(toShowIn: channel) { return scene.remark("not forwarded: \(refusal)") }
        var content = message.content.inert
        let front = headers?.headers(takenOff: &content, &scene) ?? ""
        content.extras["fwd"] = .bool(true)
        var draft = Draft(content, attachments: message.attachments)
        draft.prepend(headers: front)
        scene.ask(.send(draft, to: channel))
    }
}
