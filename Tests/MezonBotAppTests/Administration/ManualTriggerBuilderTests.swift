import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Moderation
import RuleEngine
import Testing

@testable import MezonBotApp

struct ManualTriggerBuilderTests {
    private static let now = ManualTime().now
    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, label: "twice"),
        Channel(id: 13, clan: 2, label: "twice"),
    ]

    private func firing() throws -> ManualTriggerBuilder {
        let folder = try TemporaryDirectory()
        try """
        version: 1
        names: { channels: { general: "11" }, clans: { lab: "1" } }
        rules:
          - { id: news, trigger: manual, in: { channels: [general] }, then: { send: { to: general, text: hi } } }
          - { id: rest, trigger: manual, in: { clans: [lab] }, then: { send: { to: general, text: hi } } }
          - { id: off-duty, mode: disabled, trigger: manual, then: { send: { to: general, text: hi } } }
          - { id: heard, trigger: message, then: { reply: hi } }
        """.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let compiled = CompiledConfiguration.check(folder.path + "/config.yaml", registry: BotRegistry([]), environment: [:]).0
        let checked = try #require(compiled)
        return ManualTriggerBuilder(
            rules: checked.rules.listing, channels: Self.channels,
            clans: [Clan(id: 1, name: "Lab"), Clan(id: 2, name: "School")], names: checked.configuration.names)
    }

    @Test(
        arguments: [
            ("news", nil, 1, 11), ("rest", nil, 1, 0), ("rest", "#general", 1, 11), ("news", "13", 2, 13),
            ("news", "School/#twice", 2, 13), ("news", "lab/twice", 1, 12),
        ] as [(String, String?, ClanID, ChannelID)])
    func `a manual trigger uses the given channel or the rule's own`(
        rule: String, place: String?, clan: ClanID, channel: ChannelID
    ) throws {
        #expect(
            try firing().event(rule, in: place, by: "console", at: Self.now)
                == .init(rule: rule, clan: clan, channel: channel, by: "console", at: Self.now))
    }

    @Test(
        arguments: [
            ("new", nil, .unknownRule("new", nearest: "news")), ("heard", nil, .notByHand("heard")),
            ("off-duty", nil, .disabled("off-duty")),
            ("news", "genral", .place(.unknown("genral", nearest: "general"))),
            ("news", "twice", .place(.ambiguous("twice", ["lab/#twice", "School/#twice"]))),
        ] as [(String, String?, ManualTriggerBuilder.TriggerError)])
    func `an invalid manual trigger is rejected with a reason`(
        rule: String, place: String?, problem: ManualTriggerBuilder.TriggerError
    ) throws {
        let firing = try firing()
        #expect(throws: problem) { try firing.event(rule, in: place, by: "console", at: Self.now) }
    }
}
