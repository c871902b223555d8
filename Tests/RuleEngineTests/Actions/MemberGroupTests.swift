import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct MemberGroupTests {
    private static func harness(_ rule: String) throws -> RuleEngineHarness {
        try RuleEngineHarness("  - { id: a, mode: enforce, limits: { per_minute: 100 }, \(rule) }")
    }

    private static func join(_ harness: RuleEngineHarness, _ users: UserID..., clan: ClanID = 1, at seconds: Double)
        -> RuleDecision
    {
        harness.feed(.memberJoined(Membership(clan: clan, users: users, username: "u")), at: seconds)
    }

    private static let raid =
        "trigger: join, when: { flood: { of: join, count: \">= 3\", within: 1m } }, then: { kick: { to: burst } }"

    @Test func `everybody who joined in a burst is removed, once each`() throws {
        let harness = try Self.harness(Self.raid)
        #expect(Self.join(harness, 50, at: 0).results == [] && Self.join(harness, 51, at: 10).results == [])
        let third = Self.join(harness, 52, at: 20)
        #expect(third.cases.map(\.user) == [50, 51, 52] && third.cases.map(\.ordinals) == [[0], [1], [2]])
        #expect(third.results.first?.onError == [.part, .part, .stop])
        #expect(Self.join(harness, 53, at: 70).cases == [])
    }

    @Test func `joins long ago and in other clans do not count`() throws {
        let harness = try Self.harness(Self.raid)
        _ = (Self.join(harness, 50, at: 0), Self.join(harness, 51, clan: 2, at: 30))
        #expect(Self.join(harness, 52, at: 61).results == [])
        #expect(Self.join(harness, 53, 54, at: 70).cases.map(\.user) == [52, 53, 54])
    }

    @Test func `an event counts its joins once, although it is evaluated again`() throws {
        let harness = try Self.harness(Self.raid)
        _ = (Self.join(harness, 50, at: 0), Self.join(harness, 50, at: 0), Self.join(harness, 50, at: 0))
        #expect(Self.join(harness, 51, at: 1).results == [])
    }

    @Test func `a command may act on everybody who has joined lately, but on no moderator`() throws {
        let harness = try Self.harness(
            "trigger: { command: raid }, in: { channels: [mod-log] }, then: { mute: { for: 1h, in: [general], to: { joined_within: 10m } } }"
        )
        _ = (Self.join(harness, 50, at: 0), Self.join(harness, 8, 51, at: 500), Self.join(harness, 52, clan: 2, at: 550))
        let decision = harness.say("*raid", by: RuleEngineHarness.moderator, in: 14, at: 650)
        #expect(decision.cases.map(\.user) == [51])
    }

    @Test func `a flood of messages lists their authors`() throws {
        let harness = try Self.harness(
            "trigger: message, when: { flood: { count: \">= 3\", within: 10s, per: channel } }, then: { warn: { to: burst } }")
        _ = (harness.say("a"), harness.say("b", by: Author(id: 7, username: "an"), at: 1))
        #expect(harness.say("c", at: 2).cases.map(\.user) == [5, 7])
    }

    @Test func `without a condition that counts there is no burst`() throws {
        let (_, found) = try RuleEngineHarness.compile("  - { id: a, trigger: join, then: { kick: { to: burst } } }")
        #expect(found == ["1:49 no-burst"])
    }
}
