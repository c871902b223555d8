import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct MuteActionTests {
    static let sanctions: [(String, [Action], CaseDraft)] = [
        (
            "mute: { for: 10m }", [RuleEngineHarness.tenMinuteMute(), RuleEngineHarness.muteNotice("here")],
            RuleEngineHarness.caseDraft("mute", until: 600, inverses: [.unmute(5, in: 11)])
        ),
        (
            "mute: { for: 10m, in: here, reason: \"said {{ match.text }}\" }",
            [RuleEngineHarness.tenMinuteMute(5, 11, "said BAD"), RuleEngineHarness.muteNotice("here", 5, "said BAD")],
            RuleEngineHarness.caseDraft("mute", reason: "said BAD", until: 600, inverses: [.unmute(5, in: 11)])
        ),
        (
            "mute: { for: 10m, in: [support, mod-log] }",
            [
                RuleEngineHarness.tenMinuteMute(5, 12), RuleEngineHarness.tenMinuteMute(5, 14),
                RuleEngineHarness.muteNotice("in #support, a private channel"),
            ],
            RuleEngineHarness.caseDraft(
                "mute", until: 600, inverses: [.unmute(5, in: 12), .unmute(5, in: 14)], ordinals: [0, 1])
        ),
        (
            "mute: { for: 10m, in: clan, to: an }",
            [
                RuleEngineHarness.tenMinuteMute(7, 11), RuleEngineHarness.tenMinuteMute(7, 12),
                RuleEngineHarness.tenMinuteMute(7, 14), RuleEngineHarness.tenMinuteMute(7, 15),
                RuleEngineHarness.muteNotice("in this clan", 7),
            ],
            RuleEngineHarness.caseDraft(
                "mute", user: 7, until: 600,
                inverses: [.unmute(7, in: 11), .unmute(7, in: 12), .unmute(7, in: 14), .unmute(7, in: 15)],
                ordinals: [0, 1, 2, 3])
        ),
    ]

    @Test(arguments: sanctions)
    func `a mute is recorded with the channels to unmute`(action: String, actions: [Action], expected: CaseDraft) throws {
        try RuleEngineHarness.expect(action, requests: actions, in: expected)
    }

    private static let work = """
        bot: { timezone: Asia/Ho_Chi_Minh }
        moderation: { channel: mod-log, roles: [staff] }
        calendars: { work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri] } }

        """

    @Test func `a mute with a clock counts only the hours of its calendar`() throws {
        let harness = try RuleEngineHarness(
            RuleEngineHarness.sanctionRule("mute: { for: 4h, clock: work }"), configuration: Self.work)
        // The message is from Wednesday 19:00; four working hours end on Thursday at 13:30.
        #expect(harness.say("bad").cases.map(\.until) == [RuleEngineHarness.at(18.5 * 3600)])
    }

    @Test func `a mute with a clock is rejected inside ask`() throws {
        let asking = "ask: { channel: mod-log, approve: [{ mute: { for: 4h, clock: work } }] }"
        #expect(
            try RuleEngineHarness.compile(RuleEngineHarness.sanctionRule(asking), configuration: Self.work).1.map {
                $0.split(separator: " ").last
            } == [
                "not-in-question"
            ])
    }
}
