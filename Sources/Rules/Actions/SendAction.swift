import BotConfig
import MezonModel
import TextMatching

/// `send: { to: channel, text: text }`
struct SendAction: RuleAction {
    static let name = "send"

    private let channel: ChannelID
    private let text: Template

    init?(_ word: WordNode, _ compilation: Compilation) {
        let findings = compilation.findings
        guard let argument = word.argument(findings), var map = MapReader(argument, "'send'", findings) else { return nil }
        let channel = map.require("to").flatMap { compilation.names.channel($0, findings) }
        let text = map.require("text").flatMap { Template($0, compilation) }
        map.finish()
        guard let channel, let text else { return nil }
        self.channel = channel
        self.text = text
    }

    func action(_ facts: Facts, _ match: TextMatch?) -> Action? {
        text.draft(facts, match).map { .send($0, to: channel) }
    }
}
