import BotKit
import MezonModel
import Testing

@testable import Rules

struct GatewayLimitsTests {
    private static func house(_ rest: String) throws -> RuleEngineHarness {
        try RuleEngineHarness("  - { id: a, trigger: message, then: { reply: hi }, \(rest) }")
    }

    private static func author(_ number: UserID) -> Author { Author(id: number, username: "\(number)") }

    @Test func `beyond its limits a rule only watches for the rest of the minute, and moderators are told once`() throws {
        let house = try Self.house("limits: { per_minute: 2 }")
        let heard = [0, 1, 2, 3, 61].map { house.say("x", at: $0) }
        #expect(heard.map(\.authors) == [["rule:a"], ["rule:a"], ["house:limits", "rule:a"], ["rule:a"], ["rule:a"]])
        #expect(heard.map { $0.contributions.last?.isShadow } == [false, false, true, true, false])
        #expect(heard[2].contributions.last?.reason == "always; beyond 2 hits in a minute")
    }

    @Test func `one that is to be switched off says nothing more`() throws {
        let house = try Self.house("limits: { per_minute: 1, on_exceed: disable }")
        #expect([0, 1, 61].map { house.say("x", at: $0).actions.count } == [1, 1, 0])  // The second tells moderators.
    }

    @Test func `what did nothing for its limits begins no cooldown`() throws {
        let house = try Self.house("limits: { per_minute: 2 }, cooldown: { per: user, for: 1h }")
        let heard = [(101, 0.0), (102, 1), (103, 2), (103, 61), (103, 62), (101, 63)].map { user, at in
            house.say("x", by: Self.author(user), at: at).contributions.last.map { $0.isShadow } ?? nil
        }
        #expect(heard == [false, false, true, false, nil, nil])
    }
}
