import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct MentionTests {
    private static func rule(
        _ keys: String = "", _ then: String = "{ dm: { to: \"{{ target }}\", text: \"{{ author.name }}\" } }"
    ) -> String {
        """
          - id: a
            trigger: { unanswered: { after: 25m\(keys) } }
            in: { channels: general }
            when: { not: { text: { contains: fyi } } }
            then: \(then)
        """
    }
    private static let awaiting =
        "[{ react: 👀 }, { wait: { for: 5m, until: resolved } }, "
        + "{ if: { when: { var: { name: resolved, is: \"false\" } }, then: [{ react: ❌ }], otherwise: [{ react: ✅ }] } }]"
    private static let an = Author(id: 7, username: "an", displayName: "An")

    private static func mention(_ users: UserID...) -> (inout Message) -> Void {
        { $0.mentions = users.map { Mention(user: $0, username: "u\($0)", range: TextRange(0, 1)) } }
    }

    /// Returns an engine in which Bình mentioned An in message 100, and the resulting job.
    private static func harness(_ keys: String = "", _ then: String? = nil) throws -> (RuleEngineHarness, ScheduledJob) {
        let harness = try then.map { try RuleEngineHarness(rule(keys, $0)) } ?? RuleEngineHarness(rule(keys))
        let said = harness.say("xem nhé", mention(7))
        return (harness, try #require(said.scheduledJobs.first))
    }

    private static func emoji(_ actions: [Action]) -> [String] {
        actions.map { action in
            if case .resolved(let outgoing) = action, case .react(let emoji, _, _) = outgoing.request { emoji } else { "?" }
        }
    }

    @Test func `an unanswered mention triggers the rule once`() throws {
        let (harness, alarm) = try Self.harness()
        #expect(alarm.name == "unanswered.100.7" && alarm.due == RuleEngineHarness.at(1500) && alarm.channel == 11)
        let told = harness.feedDue(alarm)
        #expect(told.otherActions.count == 1)
        guard case .resolved(let outgoing)? = told.otherActions.first, case .directMessage(let draft, let user) = outgoing.request
        else {
            Issue.record("\(told.otherActions)")
            return
        }
        #expect(user == 7 && draft.content.text.hasPrefix("Bình"))
        #expect(harness.feedDue(alarm).otherActions == [])
    }

    static let unheard: [(String, String, ChannelID, [UserID])] = [
        ("nobody", "hi", 11, []), ("oneself", "hi", 11, [5]), ("us", "hi", 11, [9]), ("everyone", "hi", 11, [Mention.everyone]),
        ("the condition does not hold", "fyi", 11, [7]), ("elsewhere", "hi", 12, [7]),
    ]

    @Test(arguments: unheard)
    func `an irrelevant mention schedules nothing`(why: String, text: String, channel: ChannelID, users: [UserID]) throws {
        let harness = try RuleEngineHarness(Self.rule())
        let said = harness.say(text, in: channel) { message in
            message.mentions = users.map { Mention(user: $0, range: TextRange(0, 1)) }
        }
        #expect(said.scheduledJobs == [], "\(why)")
    }

    @Test func `a mention is awaited in the clan of its channel, whatever clan the message claims`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        let said = harness.say("hi", clan: 2, Self.mention(7))
        #expect(said.scheduledJobs.map(\.clan) == [1])
    }

    @Test func `each mentioned user is awaited separately`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        let said = harness.say("hi", Self.mention(7, 8, 7))
        #expect(said.scheduledJobs.map(\.name) == ["unanswered.100.7", "unanswered.100.8"])
        harness.say("đây", by: Self.an, at: 60)
        #expect(harness.feedDue(said.scheduledJobs[0]).otherActions == [])
        #expect(harness.feedDue(said.scheduledJobs[1]).otherActions.count == 1)
    }

    private static func reaction(_ message: MessageID, by user: UserID = 7, isRemoval: Bool = false) -> Event {
        .reaction(
            Reaction(
                emoji: "👍", sender: user, isRemoval: isRemoval, clan: 1, channel: 11, message: message, messageAuthor: 5))
    }
    private static func said(
        by author: Author = an, in channel: ChannelID = 11, at seconds: Double = 60, to message: MessageID? = nil
    )
        -> Event
    {
        .message(
            Message(
                id: 900, clan: 1, channel: channel, author: author, content: Content("đây"),
                references: message.map { [Reference(message: $0, sender: 5)] } ?? [], createdAt: RuleEngineHarness.at(seconds)))
    }
    private static func edited(_ change: (inout Message) -> Void) -> Event {
        var message = Message(
            id: 100, clan: 1, channel: 11, author: RuleEngineHarness.binh, content: Content("xem nhé"),
            createdAt: RuleEngineHarness.start)
        change(&message)
        return .edit(message)
    }
    private static let deleted = Event.delete(
        Removal(message: 100, clan: 1, channel: 11, sender: 5, at: RuleEngineHarness.at(60)))

    static let answers: [(String, Event, Bool)] = [
        ("", said(), true), ("", said(in: 12), false), ("", said(by: RuleEngineHarness.moderator), false),
        ("", said(at: -60), false),
        ("", said(in: 12, to: 100), true), (", resolved_by: reaction", said(), false), (", resolved_by: reply", said(), false),
        (", resolved_by: reply", said(to: 100), true), (", resolved_by: message_in_channel", said(in: 12, to: 100), false),
        ("", reaction(100), true), ("", reaction(100, by: 8), false), ("", reaction(101), false),
        ("", reaction(100, isRemoval: true), false), (", resolved_by: reply", reaction(100), false),
        ("", edited { _ in }, true), ("", edited(mention(7)), false), (", cancelled_by: message_deleted", edited { _ in }, false),
        ("", deleted, true), (", cancelled_by: mention_edited_out", deleted, false),
        ("", .memberLeft(Membership(clan: 1, users: [7])), true), ("", .memberLeft(Membership(clan: 1, users: [8])), false),
        (", cancelled_by: message_deleted", .memberLeft(Membership(clan: 1, users: [7])), false),
    ]

    @Test(arguments: answers)
    func `an answer, edit, reaction or deletion resolves a mention`(keys: String, event: Event, isOver: Bool) throws {
        let (harness, alarm) = try Self.harness(keys)
        harness.feed(event, at: 60)
        #expect(harness.feedDue(alarm).otherActions.isEmpty == isOver)
    }

    @Test func `a user with the away variable is not awaited`() throws {
        let harness = try RuleEngineHarness(
            """
            \(Self.rule())
              - { id: away, trigger: { command: { name: away } }, then: { set: { var: on_leave, value: "true", scope: user } } }
            """)
        harness.say("*away", by: Self.an)
        #expect(harness.say("hi", Self.mention(7)).scheduledJobs == [])
    }

    @Test func `a wait until resolved ends with the answer and sets the variable`() throws {
        let (harness, alarm) = try Self.harness("", Self.awaiting)
        let told = harness.feedDue(alarm)
        #expect(Self.emoji(told.otherActions) == ["👀"])
        let wait = try #require(told.scheduledJobs.first)
        #expect(Self.emoji(harness.feed(Self.reaction(100), at: 1600).otherActions) == ["✅"])
        #expect(harness.feedDue(wait).otherActions == [])
        #expect(harness.feed(Self.reaction(100), at: 1700).results == [])
    }

    @Test func `a wait until resolved ends at its timeout`() throws {
        let (harness, alarm) = try Self.harness("", Self.awaiting)
        let wait = try #require(harness.feedDue(alarm).scheduledJobs.first)
        #expect(wait.due == RuleEngineHarness.at(1800))
        #expect(Self.emoji(harness.feedDue(wait).otherActions) == ["❌"])
    }

    @Test func `deleting the message cancels the wait until resolved`() throws {
        let (harness, alarm) = try Self.harness("", Self.awaiting)
        let wait = try #require(harness.feedDue(alarm).scheduledJobs.first)
        #expect(harness.feed(Self.deleted).actions == [.cancel(wait.name)])
        #expect(harness.feedDue(wait).otherActions == [])
    }

    @Test func `an answer during an earlier wait resolves the following wait`() throws {
        let (harness, alarm) = try Self.harness(
            "",
            "[{ wait: 1m }, { wait: { for: 5m, until: resolved } }, { if: { when: { var: { name: resolved, is: \"true\" } }, then: [{ react: ✅ }] } }]"
        )
        let first = try #require(harness.feedDue(alarm).scheduledJobs.first)
        harness.feed(Self.reaction(100), at: 1510)
        let rest = harness.feedDue(first)
        #expect(Self.emoji(rest.otherActions) == ["✅"] && rest.scheduledJobs == [])
    }

    @Test func `a wait until resolved survives a restart and leaves no state behind`() throws {
        let (before, alarm) = try Self.harness("", Self.awaiting)
        func after(_ harness: RuleEngineHarness, _ stateRecords: [StoredStateEntry]) throws -> RuleEngineHarness {
            try RuleEngineHarness(Self.rule("", Self.awaiting), restoring: stateRecords)
        }
        var stateRecords = before.recorded.flatMap(\.storedEntries)
        let second = try after(before, stateRecords)
        let wait = try #require(second.feedDue(alarm).scheduledJobs.first)
        stateRecords += second.recorded.flatMap(\.storedEntries)
        let third = try after(second, Self.latest(stateRecords))
        #expect(Self.emoji(third.feed(Self.reaction(100), at: 1600).otherActions) == ["✅"])
        #expect(third.feedDue(wait).otherActions == [])
        let left = Self.latest(stateRecords + third.recorded.flatMap(\.storedEntries)).filter {
            ["wait", "mention"].contains($0.kind)
        }
        #expect(left == [])
    }

    @Test func `the number of pending mentions is limited in each clan, and over all clans a clan keeps its reserve`() throws {
        let limit = PendingMentions.limit
        func hasRoom(_ total: Int, _ count: Int) throws -> [Bool] {
            let memory = RuleState()
            for (subject, count) in [("count", total), ("count.g1", count)] {
                memory.changePending(StateKey(.mention, "a", subject), by: count, at: RuleEngineHarness.start)
            }
            let harness = try RuleEngineHarness(
                Self.rule().replacing("channels: general", with: "channels: [general, annex]"),
                names: RuleEngineHarness.names.replacing(#"support: "12""#, with: #"annex: "21""#),
                channels: RuleEngineHarness.channels + [Channel(id: 21, clan: 2, label: "annex")],
                restoring: memory.takeWritten().map(StoredStateEntry.init))
            return [(11, 1), (21, 2)].map { channel, clan in
                !harness.say("hi", in: channel, clan: clan, Self.mention(7)).scheduledJobs.isEmpty
            }
        }
        #expect(try hasRoom(limit.perClan - 1, limit.perClan - 1) == [true, true])
        #expect(try hasRoom(limit.perClan, limit.perClan) == [false, true])
        #expect(try hasRoom(limit.perRule, limit.reserved) == [false, true])
    }

    private static func latest(_ stateRecords: [StoredStateEntry]) -> [StoredStateEntry] {
        var last: [String: StoredStateEntry] = [:]
        for entry in stateRecords {
            last["\(entry.mode) \(entry.kind) \(entry.name) \(entry.subject)"] = entry
        }
        return last.values.filter { $0.value != nil }.sorted { ($0.kind, $0.name, $0.subject) < ($1.kind, $1.name, $1.subject) }
    }

    private static func late(_ alarm: ScheduledJob, by seconds: Double) -> Event {
        .system(.due(.init(author: "rule:a", alarm, at: alarm.due + seconds)))
    }

    @Test func `an overdue mention job is postponed once for the backfill`() throws {
        let (harness, alarm) = try Self.harness()
        let later = try #require(harness.feed(Self.late(alarm, by: 3600)).scheduledJobs.first)
        #expect(later.due == alarm.due + 3780)
        #expect(harness.feed(Self.late(later, by: 3600)).otherActions.count == 1)
    }

    @Test func `a mention learned of after its time is ignored`() throws {
        let harness = try RuleEngineHarness(Self.rule())
        let alarm = try #require(harness.say("hi", isLate: true, Self.mention(7)).scheduledJobs.first)
        #expect(harness.feed(Self.late(alarm, by: 7200)).results == [])
        let other = try #require(harness.say("hi", at: 10, isLate: true, Self.mention(7)).scheduledJobs.first)
        #expect(harness.feedDue(other).otherActions.count == 1)
    }

    @Test func `a shadow rule evaluates a mention without effect`() throws {
        let harness = try RuleEngineHarness(Self.rule().replacing("- id: a", with: "- id: a\n    mode: shadow"))
        let alarm = try #require(harness.say("hi", Self.mention(7)).scheduledJobs.first)
        let told = harness.feedDue(alarm)
        #expect(told.otherActions == [] && told.results.map(\.isShadow) == [true])
    }

    static let mistakes: [(String, String)] = [
        ("trigger: unanswered", "1:23 missing-value"),
        ("trigger: { unanswered: { clock: work } }", "1:37 missing-key"),
        ("trigger: { unanswered: { after: 5m, resolved_by: shout } }", "1:63 unknown-word"),
        ("trigger: [message, { unanswered: { after: 5m } }]", "1:24 not-alone"),
    ]

    @Test(arguments: mistakes)
    func `an invalid unanswered trigger is rejected`(trigger: String, expected: String) throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, \(trigger), then: { send: { to: general, text: x } } }",
            configuration: "calendars: { work: { days: [mon] } }\n"
        ).1
        #expect(found == [expected])
    }

    @Test func `wait until resolved requires an unanswered trigger`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, then: [{ wait: { for: 5m, until: resolved } }, { reply: x }] }"
        ).1
        #expect(found == ["1:65 nothing-to-act-on"])
    }

    @Test func `an inline test of an unanswered trigger runs through its waits`() throws {
        let harness = try RuleEngineHarness(
            Self.rule("", Self.awaiting) + """

                    tests:
                      - { name: no answer, expect: { hit: true, actions: [react, wait, if] } }
                      - { name: for information, given: { text: fyi }, expect: { hit: false, because: not text.contains } }
                """)
        #expect(harness.set.failedTests() == [])
    }
}
