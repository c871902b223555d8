import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

/// Rules of one configuration in two clans: clan 1 uses the top-level settings, clan 2 its own.
struct ClanSettingsTests {
    private static let names = """
        names:
          clans: { lab: "1", school: "2" }
          channels: { mod-log: "14", school-log: "24" }
          roles: { staff: "21", teacher: "22" }

        """
    private static let configuration = """
        bot: { timezone: UTC }
        moderation: { channel: mod-log, roles: [staff] }
        clans:
          school:
            bot: { prefix: "!", locale: vi, timezone: Asia/Ho_Chi_Minh }
            moderation: { channel: school-log, roles: [teacher] }
            defaults: { limits: { per_minute: 1 } }

        """
    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 14, clan: 1, label: "mod-log"),
        Channel(id: 21, clan: 2, label: "general"), Channel(id: 24, clan: 2, label: "mod-log"),
    ]

    private static func harness(_ rules: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            rules, names: names, configuration: configuration,
            members: [
                Member(clan: 1, user: 8, roles: [21]), Member(clan: 2, user: 8), Member(clan: 1, user: 6),
                Member(clan: 2, user: 6, roles: [22]),
            ], channels: channels)
    }

    private static func author(_ user: UserID) -> Author { Author(id: user, username: "\(user)") }

    @Test func `a message with a forged clan id gets the prefix of its channel's clan`() throws {
        let harness = try Self.harness("  - { id: a, trigger: { command: rules }, then: { reply: hi } }")
        for claimed: ClanID in [0, 1, 2, 77] {
            #expect(harness.say("*rules", in: 11, clan: claimed).actions.count == 1, "\(claimed)")
            #expect(harness.say("!rules", in: 11, clan: claimed).actions.isEmpty, "\(claimed)")
        }
    }

    @Test func `a message with a forged clan id is told to the moderators of its channel's clan`() throws {
        let harness = try Self.harness("  - { id: a, trigger: message, then: alert }")
        guard case .send(_, let place)? = harness.say("x", in: 11, clan: 2).actions.first else {
            Issue.record("no alert")
            return
        }
        #expect(place == 14)
    }

    @Test func `a message with a forged clan id is decided by moderators and duties of its channel's clan`() throws {
        let harness = try Self.harness(
            "  - { id: a, trigger: message, mode: enforce, when: { text: { contains: x } }, then: kick }")
        // 8 moderates clan 1 alone, 6 clan 2 alone.
        #expect(harness.say("x", by: Self.author(8), in: 11, clan: 2).actions.isEmpty)
        #expect(!harness.say("x", by: Self.author(6), in: 11, clan: 2).actions.isEmpty)
    }

    @Test func `a message with a forged clan id counts towards the limits of its channel's clan`() throws {
        let harness = try Self.harness(
            "  - { id: a, trigger: message, mode: enforce, when: { text: { contains: x } }, then: delete }")
        // The limit of clan 2 is one a minute: forged messages of clan 1 neither meet it nor use it up.
        for second in 0..<5 {
            #expect(
                harness.say("x", by: Self.author(5), in: 11, clan: 2, at: Double(second)).results.map(\.isShadow) == [false]
            )
        }
        #expect(harness.say("x", by: Self.author(5), in: 21, clan: 1, at: 6).results.map(\.isShadow) == [false])
        #expect(harness.say("x", by: Self.author(5), in: 21, clan: 1, at: 7).results.last?.isShadow == true)
    }

    @Test func `a command uses the prefix of its clan`() throws {
        let harness = try Self.harness("  - { id: a, trigger: { command: rules }, then: { reply: hi } }")
        func answers(_ text: String, _ channel: ChannelID, _ clan: ClanID) -> Int {
            harness.say(text, in: channel, clan: clan).actions.count
        }
        #expect(answers("*rules", 11, 1) == 1)
        #expect(answers("!rules", 11, 1) == 0)
        #expect(answers("!rules", 21, 2) == 1)
        #expect(answers("*rules", 21, 2) == 0)
    }

    @Test func `an alert uses the channel and the locale of its clan`() throws {
        let harness = try Self.harness("  - { id: a, trigger: message, then: alert }")
        func alert(_ channel: ChannelID, _ clan: ClanID) -> (ChannelID?, Bool)? {
            guard case .send(let draft, let place)? = harness.say("x", in: channel, clan: clan).actions.first else { return nil }
            return (place, draft.content.text.contains(" tại #"))
        }
        let here = try #require(alert(11, 1))
        #expect(here == (14, false))
        let there = try #require(alert(21, 2))
        #expect(there == (24, true))
    }

    @Test func `a time condition uses the time zone of its clan`() throws {
        // 12:00 UTC is 19:00 in Ho Chi Minh City.
        let harness = try Self.harness(
            "  - { id: a, trigger: message, when: { time: { between: \"18:00-20:00\" } }, then: { react: a } }")
        #expect(harness.say("x", in: 11, clan: 1).actions.isEmpty)
        #expect(harness.say("x", in: 21, clan: 2).actions.count == 1)
    }

    @Test func `a schedule uses the time zone of its clan`() throws {
        let harness = try Self.harness(
            """
              - { id: here, in: { clans: [lab] }, trigger: { schedule: every day at 09:00 }, then: { send: { to: mod-log, text: a } } }
              - { id: there, in: { clans: [school] }, trigger: { schedule: every day at 09:00 }, then: { send: { to: school-log, text: a } } }
            """)
        let due = harness.set.jobs(after: RuleEngineHarness.start).map { $0.job.due }
        #expect(due.map { Int($0.timeIntervalSince(RuleEngineHarness.start)) / 3600 } == [21, 14])
    }

    @Test func `moderators are configured per clan`() throws {
        let set = try Self.harness("  - { id: a, trigger: message, then: { reply: hi } }").set
        let directory = DirectoryLookup(
            member: { user, clan in Member(clan: clan, user: user, roles: [user == 8 ? 21 : 22]) }, channel: { _ in nil },
            clan: { _ in nil }, channels: { _ in [] })
        #expect(set.isModerator(8, of: 1, seeing: directory))
        #expect(!set.isModerator(8, of: 2, seeing: directory))
        #expect(set.isModerator(6, of: 2, seeing: directory))
    }

    @Test func `exceeding a limit puts the rule in shadow mode in that clan and alerts its moderators`() throws {
        let harness = try Self.harness("  - { id: a, trigger: message, then: { react: a } }")
        func hears(_ clan: ClanID, at seconds: Double) -> RuleDecision {
            harness.say("x", in: clan == 1 ? 11 : 21, clan: clan, at: seconds)
        }
        #expect(hears(2, at: 0).results.map(\.isShadow) == [false])
        let breach = hears(2, at: 1)
        #expect(breach.authors == ["system:rule-limits", "rule:a"])
        #expect(breach.results.map(\.isShadow) == [false, true])
        guard case .send(_, let place)? = breach.actions.first else { return #expect(Bool(false)) }
        #expect(place == 24)
        for second in 2..<22 { #expect(hears(1, at: Double(second)).results.map(\.isShadow) == [false]) }
        let tripped = harness.engine.trippedLimits(at: RuleEngineHarness.at(30))
        #expect(
            tripped == [
                TrippedLimit(rule: "a", clan: 2, channel: 0, limit: "1 hits in a minute", until: RuleEngineHarness.at(60))
            ])
        #expect(harness.engine.trippedLimits(at: RuleEngineHarness.at(61)) == [])
    }

    @Test(arguments: ["user", "rule", "clan", "user+channel", "user@clan"])
    func `cooldowns, counters and floods are separate per clan`(scope: String) throws {
        let harness = try Self.harness(
            """
              - { id: cooling, trigger: message, then: { react: cooling }, cooldown: { per: \(scope), for: 1h } }
              - { id: counting, trigger: message, then: { counter: { add: { name: said, scope: \(scope) } } } }
              - { id: counted, trigger: message, when: { counter: { name: said, scope: \(scope), value: ">= 3" } }, then: { react: counted } }
              - { id: flooded, trigger: message, when: { flood: { of: message, count: ">= 3", within: 1m, per: \(scope) } }, then: { react: flooded } }
            """)
        func reactions(_ clan: ClanID) -> [String] {
            harness.say("x", by: Self.author(5), in: clan == 1 ? 11 : 21, clan: clan).actions.compactMap {
                if case .react(let emoji) = $0 { "\(emoji)" } else { nil }
            }
        }
        for _ in 0..<5 { _ = reactions(1) }
        #expect(reactions(1) == ["counted", "flooded"])
        #expect(reactions(2) == ["cooling"])
    }
}
