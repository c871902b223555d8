import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct ReminderTriggerTests {
    private static let rule = """
          - id: a
            trigger: reminder_due
            in: { channels: general }
            when: { author: { is: an } }
            then: { send: { to: mod-log, text: "{{ author | mention }}: {{ reminder.text | default: something }}" } }
        """

    private static func due(of author: String = "bot:reminders", user: UserID = 7, in channel: ChannelID = 11) -> Event {
        .system(
            .due(
                .init(
                    author: author,
                    ScheduledJob(
                        "7/1", due: RuleEngineHarness.start, clan: 1, channel: channel, user: user, note: ["text": "the build"]),
                    at: RuleEngineHarness.start)))
    }

    @Test func `a reminder trigger fires with the user and text of the reminder`() throws {
        let harness = try RuleEngineHarness(Self.rule)
        guard case .send(let draft, let channel)? = harness.feed(Self.due()).actions.first else {
            Issue.record("nothing was said")
            return
        }
        #expect(channel == 14 && draft.content.text.hasSuffix(": the build"))
    }

    @Test func `reminders of other users, channels, bots and rules do not fire the trigger`() throws {
        let harness = try RuleEngineHarness(Self.rule)
        #expect(harness.feed(Self.due(user: 8)).actions == [])
        #expect(harness.feed(Self.due(in: 12)).actions == [])
        #expect(harness.feed(Self.due(of: "bot:standup")).actions == [])
        #expect(harness.feed(Self.due(of: "rule:b")).actions == [])
    }
}
