import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct BanActionTests {
    static let sanctions: [(String, [Action], CaseDraft)] = [
        ("ban", [.member(.kick(5, of: 1, reason: "Be kind"))], RuleEngineHarness.caseDraft("ban", inverses: [.unban(5, of: 1)])),
        (
            "ban: { for: 10m }", [.member(.kick(5, of: 1, reason: "Be kind"))],
            RuleEngineHarness.caseDraft("ban", until: 600, inverses: [.unban(5, of: 1)])
        ),
    ]

    @Test(arguments: sanctions)
    func `a ban kicks the user and records its inverse`(action: String, actions: [Action], expected: CaseDraft) throws {
        try RuleEngineHarness.expect(action, requests: actions, in: expected)
    }

    private func join(_ harness: RuleEngineHarness, at seconds: Double) -> [AuthorResult] {
        harness.feed(.memberJoined(Membership(clan: 1, users: [5], username: "binh")), at: seconds).results
    }

    @Test func `a banned user is kicked on every join until the ban expires`() throws {
        let harness = try RuleEngineHarness(RuleEngineHarness.sanctionRule("ban: { for: 1h }"))
        harness.say("bad", at: 0)
        #expect(
            join(harness, at: 60) == [
                AuthorResult(author: "system:bans", actions: [.member(.kick(5, of: 1, reason: "Be kind"))], reason: "banned: 5")
            ])
        #expect(join(harness, at: 3600) == [])
    }

    @Test func `undoing a ban ends it`() throws {
        let harness = try RuleEngineHarness(RuleEngineHarness.sanctionRule("ban"))
        let inverses = harness.say("bad").cases.flatMap(\.inverses)
        harness.feed(
            .system(.undo(.init(cases: [1], by: "mai", clan: 1, channel: 14, inverses: inverses, at: RuleEngineHarness.at(9)))))
        #expect(join(harness, at: 60) == [])
    }

    @Test func `a ban survives a restart, and a shadow ban bans no one`() throws {
        let harness = try RuleEngineHarness(RuleEngineHarness.sanctionRule("ban"))
        harness.say("bad")
        let again = try RuleEngineHarness(
            RuleEngineHarness.sanctionRule("ban"), restoring: harness.recorded.flatMap(\.storedEntries))
        #expect(join(again, at: 60).map(\.author) == ["system:bans"])
        let shadow = try RuleEngineHarness(RuleEngineHarness.sanctionRule("ban").replacing("enforce", with: "shadow"))
        shadow.say("bad")
        #expect(join(shadow, at: 60) == [])
    }
}
