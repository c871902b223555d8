import BotConfig
import MezonModel

/// `forward: channel`, or `forward: { to: channel }`: shows the message in another channel, as forwarded. It notifies nobody there, and its
/// links, buttons and cards do not work there.
struct ForwardAction: WordedAction {
    static let name = "forward"

    private let channel: ChannelID

    init?(_ word: WordNode, _ compilation: Compilation) {
        let findings = compilation.findings
        compilation.expect(.message, for: word)
        guard let argument = word.argument(findings) else { return nil }
        var channel: ChannelID?
        if argument.isMap(findings), var map = MapReader(argument, "'forward'", findings) {
            channel = map.require("to", "The channel.").flatMap { compilation.names.channel($0, findings) }
            map.finish()
        } else {
            channel = compilation.names.channel(argument, findings)
        }
        guard let channel else { return nil }
        self.channel = channel
    }

    func perform(_ scene: inout Scene) {
        guard let message = scene.facts.message else { return scene.remark("no message to forward") }
        var content = message.content.inert
        content.extras["fwd"] = .bool(true)
        scene.ask(.send(Draft(content, attachments: message.attachments), to: channel))
    }
}
