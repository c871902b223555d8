import BotConfiguration
import ChatModel

/// `forward: channel`, or `forward: { to: channel, headers }`: shows the message in another channel, marked as forwarded. It
/// notifies no one there, its buttons do nothing, and an embed is shown as text.
struct ForwardAction: ParsableAction {
    static let name = "forward"

    private let channel: ChannelID
    private let headers: RelayHeaderPolicy?

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.expect(.message, for: keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        let before = diagnostics.errors
        var channel: ChannelID?
        var headers: RelayHeaderPolicy?
        if argument.isMap(diagnostics), var map = MapReader(argument, "'forward'", diagnostics) {
            channel = map.require("to", "The channel.").flatMap { compilation.names.channel($0, diagnostics) }
            headers = map.take(
                "headers", "`carry`, `strip`, or the rule's own headers: { ticket: { id: … } } (default: headers become text)."
            )
            .flatMap { RelayHeaderPolicy($0, compilation) }
            map.finish()
        } else {
            channel = compilation.names.channel(argument, diagnostics)
        }
        guard let channel, diagnostics.errors == before else { return nil }
        self.channel = channel
        self.headers = headers
    }

    var exposures: [Exposure] { [.channel(channel)] }

    func perform(_ context: inout ActionContext) {
        guard let message = context.facts.message else { return context.remark("no message to forward") }
        if let refusal = context.refusal(toShowIn: channel) { return context.remark("not forwarded: \(refusal)") }
        var content = message.content.inert
        let front = headers?.headers(takenOff: &content, &context) ?? ""
        content.extras["fwd"] = .bool(true)
        var draft = Draft(content, attachments: message.attachments)
        draft.prepend(headers: front)
        context.request(.send(draft, to: channel))
    }
}
