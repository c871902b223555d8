import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct GatewayLimitsTests {
    private static func harness(_ rest: String) throws -> RuleEngineHarness {
        try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: hi }, \(rest) }")
    }

    @Test func `a flooding user is limited per channel, and other users are still answered`() throws {
        let harness = try Self.harness("tests: []")
        let heard = (0..<15).map { harness.say("x", by: Self.author(101), at: Double($0)).actions }
        #expect(heard.prefix(10).allSatisfy { $0 == [.reply("hi")] })
        #expect(heard[10] == [.ephemeral("You have asked too often. I will reply again at 12:01.", to: 101)])
        #expect(heard[11...].allSatisfy { $0.isEmpty })
        #expect(harness.say("x", by: Self.author(101), in: 12, at: 20).actions == [.reply("hi")])
        #expect(
            (200..<293).map { Self.author(UserID(Int64($0))) }.allSatisfy {
                harness.say("x", by: $0, at: 21).actions == [.reply("hi")]
            })
        #expect(harness.say("x", by: Self.author(101), at: 61).actions == [.reply("hi")])
    }

    @Test func `a flooding user of a connection is answered by a reply, which connections deliver`() throws {
        let harness = try Self.harness("tests: []")
        let room = ChannelID(connection: "irc", channel: "ops")
        let heard = (0..<12).map {
            harness.say("x", by: Self.author(101), in: room, clan: ClanID(connection: "irc"), at: Double($0)).actions
        }
        #expect(heard[10] == [.reply("You have asked too often. I will reply again at 12:01.")])
        #expect(heard[11].isEmpty)
    }

    @Test func `exceeding a rule's limits is announced once per channel`() throws {
        let harness = try Self.harness("limits: { per_minute: 2 }")
        let notice = Draft("I was asked for this too often. I will reply again at 12:01.")
        let heard = [(0, 11), (1, 11), (2, 11), (3, 11), (4, 12), (5, 12), (61, 11), (62, 11), (63, 11)].map { second, channel in
            harness.say("x", by: Self.author(UserID(Int64(100 + second))), in: ChannelID(Int64(channel)), at: Double(second))
                .actions.filter { if case .send(_, to: 14) = $0 { false } else { true } }
        }
        #expect(heard[2] == [.send(notice, to: 11)])
        #expect(heard[3] == [])
        #expect(heard[4] == [.send(notice, to: 12)])
        #expect(heard[5] == [])
        #expect(heard[8] == [.send(Draft("I was asked for this too often. I will reply again at 12:02."), to: 11)])
    }

    @Test(arguments: [
        ("message, then: { send: { to: general, text: hi } }", true),
        ("{ command: x }, then: { send: { to: support, text: hi } }", true),
        ("message, then: { if: { when: { text: { contains: x } }, then: { send: { to: general, text: hi } } } }", true),
        ("message, then: { send: { to: support, text: hi } }", false), ("message, then: { react: x }", false),
    ])
    func `exceeding the limits of a rule is announced where users expect an answer`(rule: String, isAnnounced: Bool) throws {
        let harness = try RuleEngineHarness("  - { id: a, trigger: \(rule), limits: { per_minute: 1 } }")
        let notice = Draft("I was asked for this too often. I will reply again at 12:01.")
        _ = harness.say("*x", by: Self.author(101))
        #expect(harness.say("*x", by: Self.author(102), at: 1).actions.contains(.send(notice, to: 11)) == isAnnounced)
    }

    @Test func `a rule with a sanction has no per-user limit and announces nothing to its targets`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: x } }, then: [delete, { reply: stop }], limits: { per_minute: 12 } }"
        )
        let heard = (0..<14).map { harness.say("x", at: Double($0)).actions.count }
        #expect(heard == Array(repeating: 2, count: 12) + [1, 0])  // The one beyond the limit alerts moderators.
    }

    private static func author(_ number: UserID) -> Author { Author(id: number, username: "\(number)") }

    @Test func `exceeding a limit puts the rule in shadow mode for the minute and alerts moderators once`() throws {
        let harness = try Self.harness("limits: { per_minute: 2 }")
        let heard = [0, 1, 2, 3, 61].map { harness.say("x", at: $0) }
        #expect(
            heard.map(\.authors) == [
                ["rule:a"], ["rule:a"], ["system:rule-limits", "system:rule-limits", "rule:a"], ["rule:a"], ["rule:a"],
            ])
        #expect(heard.map { $0.results.last?.isShadow } == [false, false, true, true, false])
        #expect(heard[2].results.last?.reason == "always; more than 2 hits in a minute")
    }

    @Test func `hits beyond the limit of a minute do not count for the day`() throws {
        let harness = try Self.harness("limits: { per_minute: 2, per_day: 5 }")
        let flood = (0..<10).map { harness.say("x", at: Double($0)).results.last?.isShadow }
        #expect(flood.count(where: { $0 == false }) == 2)
        let later = [61, 62, 121, 181].map { harness.say("x", at: $0).results.last }
        #expect(later.map { $0?.isShadow } == [false, false, false, true])
        #expect(later[3]?.reason == "always; more than 5 hits in a day")
    }

    @Test func `on_exceed disable keeps the rule silent after the minute`() throws {
        let harness = try Self.harness("limits: { per_minute: 1, on_exceed: disable }")
        // The second alerts moderators and tells the user who asked.
        #expect([0, 1, 61].map { harness.say("x", at: $0).actions.count } == [1, 2, 0])
    }

    @Test func `a message beyond the limits starts no cooldown`() throws {
        let harness = try Self.harness("limits: { per_minute: 2 }, cooldown: { per: user, for: 1h }")
        let heard = [(101, 0.0), (102, 1), (103, 2), (103, 61), (103, 62), (101, 63)].map { user, at in
            harness.say("x", by: Self.author(user), at: at).results.last.map { $0.isShadow } ?? nil
        }
        #expect(heard == [false, false, true, false, nil, nil])
    }
}
