import BotConfig
import MezonModel

/// `send: { to: channel, text, embed, buttons, allow_mentions }`: says something in a channel.
struct SendAction: WordedAction {
    static let name = "send"

    private let channel: ChannelID
    private let form: MessageForm

    init?(_ word: WordNode, _ compilation: Compilation) {
        let findings = compilation.findings
        guard let argument = word.argument(findings), var map = MapReader(argument, "'send'", findings) else { return nil }
        let channel = map.require("to", "The channel.").flatMap { compilation.names.channel($0, findings) }
        let form = MessageForm(&map, compilation)
        map.finish()
        guard let channel, let form else { return nil }
        self.channel = channel
        self.form = form
    }

    func perform(_ scene: inout Scene) {
        if let draft = form.draft(scene) { scene.ask(.send(draft, to: channel)) }
    }
}
