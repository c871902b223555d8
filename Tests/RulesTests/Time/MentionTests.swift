import BotKit
import Foundation
import MezonModel
import Testing

@testable import Rules

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
    private static func house(_ keys: String = "", _ then: String? = nil) throws -> (RuleEngineHarness, ScheduledJob) {
        let house = try then.map { try RuleEngineHarness(rule(keys, $0)) } ?? RuleEngineHarness(rule(keys))
        let said = house.say("xem nhé", mention(7))
        return (house, try #require(said.scheduledJobs.first))
    }

    private static func emoji(_ actions: [Action]) -> [String] {
        actions.map { action in
            if case .resolved(let outgoing) = action, case .react(let emoji, _, _) = outgoing.request { emoji } else { "?" }
        }
    }

    @Test func `an unanswered mention triggers the rule once`() throws {
        let (house, alarm) = try Self.house()
        #expect(alarm.name == "unanswered.100.7" && alarm.due == RuleEngineHarness.at(1500) && alarm.channel == 11)
        let told = house.feedDue(alarm)
        #expect(told.otherActions.count == 1)
        guard case .resolved(let outgoing)? = told.otherActions.first, case .direct(let draft, let user) = outgoing.request else {
            Issue.record("\(told.otherActions)")
            return
        }
        #expect(user == 7 && draft.content.text.hasPrefix("Bình"))
        #expect(house.feedDue(alarm).otherActions == [])
    }

    static let unheard: [(String, String, ChannelID, [UserID])] = [
        ("nobody", "hi", 11, []), ("oneself", "hi", 11, [5]), ("us", "hi", 11, [9]), ("everyone", "hi", 11, [Mention.everyone]),
        ("the condition does not hold", "fyi", 11, [7]), ("elsewhere", "hi", 12, [7]),
    ]

    @Test(arguments: unheard)
    func `an irrelevant mention schedules nothing`(why: String, text: String, channel: ChannelID, users: [UserID]) throws {
        let house = try RuleEngineHarness(Self.rule())
        let said = house.say(text, in: channel) { message in
            message.mentions = users.map { Mention(user: $0, range: TextRange(0, 1)) }
        }
        #expect(said.scheduledJobs == [], "\(why)")
    }

    @Test func `a mention is awaited in the clan of its channel, whatever clan the message claims`() throws {
        let house = try RuleEngineHarness(Self.rule())
        let said = house.say("hi", clan: 2, Self.mention(7))
        #expect(said.scheduledJobs.map(\.clan) == [1])
    }

    @Test func `each mentioned user is awaited separately`() throws {
        let house = try RuleEngineHarness(Self.rule())
        let said = house.say("hi", Self.mention(7, 8, 7))
        #expect(said.scheduledJobs.map(\.name) == ["unanswered.100.7", "unanswered.100.8"])
        house.say("đây", by: Self.an, at: 60)
        #expect(house.feedDue(said.scheduledJobs[0]).otherActions == [])
        #expect(house.feedDue(said.scheduledJobs[1]).otherActions.count == 1)
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
        let (house, alarm) = try Self.house(keys)
        house.feed(event, at: 60)
        #expect(house.feedDue(alarm).otherActions.isEmpty == isOver)
    }

    @Test func `a user with the away variable is not awaited`() throws {
        let house = try RuleEngineHarness(
            """
            \(Self.rule())
              - { id: away, trigger: { command: { name: away } }, then: { set: { var: on_leave, value: "true", scope: user } } }
            """)
        house.say("*away", by: Self.an)
        #expect(house.say("hi", Self.mention(7)).scheduledJobs == [])
    }

    @Test func `a wait until resolved ends with the answer and sets the variable`() throws {
        let (house, alarm) = try Self.house("", Self.awaiting)
        let told = house.feedDue(alarm)
        #expect(Self.emoji(told.otherActions) == ["👀"])
        let wait = try #require(told.scheduledJobs.first)
        #expect(Self.emoji(house.feed(Self.reaction(100), at: 1600).otherActions) == ["✅"])
        #expect(house.feedDue(wait).otherActions == [])
        #expect(house.feed(Self.reaction(100), at: 1700).contributions == [])
    }

    @Test func `a wait until resolved ends at its timeout`() throws {
        let (house, alarm) = try Self.house("", Self.awaiting)
        let wait = try #require(house.feedDue(alarm).scheduledJobs.first)
        #expect(wait.due == RuleEngineHarness.at(1800))
        #expect(Self.emoji(house.feedDue(wait).otherActions) == ["❌"])
    }

    @Test func `deleting the message cancels the wait until resolved`() throws {
        let (house, alarm) = try Self.house("", Self.awaiting)
        let wait = try #require(house.feedDue(alarm).scheduledJobs.first)
        #expect(house.feed(Self.deleted).actions == [.dismiss(wait.name)])
        #expect(house.feedDue(wait).otherActions == [])
    }

    @Test func `an answer during an earlier wait resolves the following wait`() throws {
        let (house, alarm) = try Self.house(
            "",
            "[{ wait: 1m }, { wait: { for: 5m, until: resolved } }, { if: { when: { var: { name: resolved, is: \"true\" } }, then: [{ react: ✅ }] } }]"
        )
        let first = try #require(house.feedDue(alarm).scheduledJobs.first)
        house.feed(Self.reaction(100), at: 1510)
        let rest = house.feedDue(first)
        #expect(Self.emoji(rest.otherActions) == ["✅"] && rest.scheduledJobs == [])
    }

    @Test func `a wait until resolved survives a restart and leaves no state behind`() throws {
        let (before, alarm) = try Self.house("", Self.awaiting)
        func after(_ house: RuleEngineHarness, _ memos: [StoredStateEntry]) throws -> RuleEngineHarness {
            try RuleEngineHarness(Self.rule("", Self.awaiting), remembering: memos)
        }
        var memos = before.recorded.flatMap(\.storedEntries)
        let second = try after(before, memos)
        let wait = try #require(second.feedDue(alarm).scheduledJobs.first)
        memos += second.recorded.flatMap(\.storedEntries)
        let third = try after(second, Self.latest(memos))
        #expect(Self.emoji(third.feed(Self.reaction(100), at: 1600).otherActions) == ["✅"])
        #expect(third.feedDue(wait).otherActions == [])
        let left = Self.latest(memos + third.recorded.flatMap(\.storedEntries)).filter { ["wait", "mention"].contains($0.kind) }
        #expect(left == [])
    }

    @Test func `the number of pending mentions is limited in each clan, and over all clans a clan keeps its reserve`() throws {
        let limit = PendingMentions.limit
        func hasRoom(_ total: Int, _ count: Int) throws -> [Bool] {
            let memory = RuleState()
            for (subject, count) in [("count", total), ("count.g1", count)] {
                memory.changePending(StateKey(.mention, "a", subject), by: count, at: RuleEngineHarness.start)
            }
            let house = try RuleEngineHarness(
                Self.rule().replacing("channels: general", with: "channels: [general, annex]"),
                names: RuleEngineHarness.names.replacing(#"support: "12""#, with: #"annex: "21""#),
                channels: RuleEngineHarness.channels + [Channel(id: 21, clan: 2, label: "annex")],
                remembering: memory.takeWritten().map(StoredStateEntry.init))
            return [(11, 1), (21, 2)].map { channel, clan in
                !house.say("hi", in: channel, clan: clan, Self.mention(7)).scheduledJobs.isEmpty
            }
        }
        #expect(try hasRoom(limit.perClan - 1, limit.perClan - 1) == [true, true])
        #expect(try hasRoom(limit.perClan, limit.perClan) == [false, true])
        #expect(try hasRoom(limit.perRule, limit.reserved) == [false, true])
    }

    private static func latest(_ memos: [StoredStateEntry]) -> [StoredStateEntry] {
        var last: [String: StoredStateEntry] = [:]
        for memo in memos { last["\(memo.world) \(memo.kind) \(memo.name) \(memo.subject)"] = memo }
        return last.values.filter { $0.value != nil }.sorted { ($0.kind, $0.name, $0.subject) < ($1.kind, $1.name, $1.subject) }
    }

    private static func late(_ alarm: ScheduledJob, by seconds: Double) -> Event {
        .house(.due(.init(author: "rule:a", alarm, at: alarm.due + seconds)))
    }

    @Test func `an overdue mention job is postponed once for the backfill`() throws {
        let (house, alarm) = try Self.house()
        let later = try #require(house.feed(Self.late(alarm, by: 3600)).scheduledJobs.first)
        #expect(later.due == alarm.due + 3780)
        #expect(house.feed(Self.late(later, by: 3600)).otherActions.count == 1)
    }

    @Test func `a mention learned of after its time is ignored`() throws {
        let house = try RuleEngineHarness(Self.rule())
        let alarm = try #require(house.say("hi", isLate: true, Self.mention(7)).scheduledJobs.first)
        #expect(house.feed(Self.late(alarm, by: 7200)).contributions == [])
        let other = try #require(house.say("hi", at: 10, isLate: true, Self.mention(7)).scheduledJobs.first)
        #expect(house.feedDue(other).otherActions.count == 1)
    }

    @Test func `a shadow rule evaluates a mention without effect`() throws {
        let house = try RuleEngineHarness(Self.rule().replacing("- id: a", with: "- id: a\n    mode: shadow"))
        let alarm = try #require(house.say("hi", Self.mention(7)).scheduledJobs.first)
        let told = house.feedDue(alarm)
        #expect(told.otherActions == [] && told.contributions.map(\.isShadow) == [true])
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
        let house = try RuleEngineHarness(
            Self.rule("", Self.awaiting) + """

                    tests:
                      - { name: no answer, expect: { hit: true, actions: [react, wait, if] } }
                      - { name: for information, given: { text: fyi }, expect: { hit: false, because: not text.contains } }
                """)
        #expect(house.set.failedTests() == [])
    }
}
