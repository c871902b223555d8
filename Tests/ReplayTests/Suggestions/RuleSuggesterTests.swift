import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

/// A clan whose moderators delete messages, and the suggestions for its rules.
private struct ModeratedClan {
    static let other: ClanID = 302
    static let channels = [Channel.general, Channel(id: 251, clan: other, label: "elsewhere")]
    private static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.

    private let harness: RuleTestHarness
    private let plan: CompiledConfiguration
    private var now = start
    private var ids = SnowflakeSequence(node: 8)

    init(_ rules: String, channels: [Channel] = [.general]) async throws {
        let text = """
            version: 1
            names: { clans: { test: "301" }, channels: { general: "201" } }
            rules:
            \(rules)

            """
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        self.plan = try #require(plan, "\(report.human())")
        harness = try await RuleTestHarness(
            self.plan, as: 900, clan: .test, channels: channels, members: [Member(clan: .test, user: 101)])
    }

    /// Writes a message, and has a moderator delete it.
    mutating func say(_ text: String, in channel: Channel = .general, deletedBy user: UserID? = nil) async throws {
        now += 61
        let message = Message.make(
            text: text, in: channel.id, id: MessageID(ids.next(at: now)), clan: channel.clan, at: now)
        try await harness.store.journal.append([.make(message)])
        guard let user else { return try await harness.work() }
        var wire = ApiChannelMessage(message)
        wire.code = MessageCode.remove.rawValue
        wire.senderID = user.rawValue
        var envelope = RtEnvelope()
        envelope.channelMessage = wire
        let removal = Removal(message: message.id, clan: channel.clan, channel: channel.id, sender: user, at: now)
        try await harness.store.journal.append([
            NewEntry(event: .delete(removal), frame: envelope.wireBytes, receivedAt: now)
        ])
        try await harness.work()
    }

    func suggest(
        clans: Set<ClanID>? = nil, named: [String] = [], countsDeletions: Bool = false
    ) async throws -> SuggestionReport {
        let reader = try harness.store.reader
        return try await RuleSuggester(
            reader, today: try await reader.directoryLookup(), rules: plan.rules, named: named, clans: clans,
            countsDeletions: countsDeletions
        ).run(plan.suggestionFiles)
    }

    mutating func moderate(in channel: Channel = .general, by user: UserID = 199) async throws {
        for number in 0..<12 {
            try await say(String(repeating: "x", count: 10), in: channel)
            try await say(String(repeating: "x", count: 30 + number), in: channel, deletedBy: user)
        }
    }
}

@Suite(.timeLimit(.minutes(15)))
struct RuleSuggesterTests {
    private static let long = """
          # Walls of text.
          - id: long
            trigger: message
            when: { text: { length: "> 50" } }  # the number
            then: [delete]
        """

    @Test func `the number that moderators go by is suggested as a diff, and backtested`() async throws {
        var trial = try await ModeratedClan(Self.long)
        try await trial.moderate()
        let report = try await trial.suggest()
        let threshold = try #require(report.thresholds.first)
        #expect(threshold.suggestion == "> 29" && threshold.reason == nil)
        #expect(threshold.removed == 12 && threshold.letStand == 12)
        #expect(threshold.now.removed == 0 && threshold.then?.removed == 12)
        #expect(threshold.newlyHit?.messages == 12 && threshold.newlyHit?.removed == 12 && threshold.noLongerHit?.messages == 0)
        #expect(report.judgements.byHand == 12)
        #expect(
            report.diff.filter { $0.hasPrefix("-  ") || $0.hasPrefix("+  ") } == [
                "-    when: { text: { length: \"> 50\" } }  # the number",
                "+    when: { text: { length: \"> 29\" } }  # the number",
            ])
        let human = report.human(in: .gmt)
        #expect(human.contains("config.yaml:7:29: long: text.length \"> 50\" → \"> 29\""), "\(human)")
        #expect(human.contains("then: hits 12 removed and 0 let stand, precision 100 %, recall 100 %"), "\(human)")
    }

    @Test func `deletions by authors themselves count as nothing unless they are taken for removals`() async throws {
        var trial = try await ModeratedClan(Self.long)
        try await trial.moderate(by: Author.an.id)
        let report = try await trial.suggest()
        #expect(report.judgements.unknownDeletions == 12 && report.judgements.byHand == 0)
        #expect(report.thresholds.first?.suggestion == nil && report.thresholds.first?.removed == 0)
        #expect(report.human(in: .gmt).contains("--count-deletions"))
        #expect(try await trial.suggest(countsDeletions: true).thresholds.first?.suggestion == "> 29")
    }

    @Test func `moderators of one clan shape no rule that another clan shares`() async throws {
        var trial = try await ModeratedClan(Self.long, channels: ModeratedClan.channels)
        try await trial.moderate()
        #expect(try await trial.suggest().sharedRules == ["long"], "The rule applies in the other clan, too")
        try await trial.say("hello", in: ModeratedClan.channels[1])
        let report = try await trial.suggest()
        #expect(report.thresholds.isEmpty && report.diff.isEmpty && report.sharedRules == ["long"])
        let own = try await trial.suggest(clans: [.test])
        #expect(own.thresholds.first?.suggestion == "> 29" && own.diff.isEmpty)
        #expect(own.thresholds.first?.reason == "the rule acts in other clans too; give this clan a rule of its own")
        let others = try await trial.suggest(clans: [ModeratedClan.other])
        #expect(others.thresholds.first?.removed == 0 && others.judgements.byHand == 0 && others.entries == 1)

        var confined = try await ModeratedClan(
            Self.long.replacing("trigger:", with: "in: { clans: [test] }\n    trigger:"), channels: ModeratedClan.channels)
        try await confined.moderate()
        try await confined.moderate(in: ModeratedClan.channels[1], by: 198)
        let kept = try await confined.suggest()
        #expect(kept.thresholds.first?.removed == 12 && !kept.diff.isEmpty)
    }

    @Test func `a condition that several rules use is not changed for one of them`() async throws {
        let rules = Self.long + "\n" + Self.long.replacing("id: long", with: "id: longer").replacing("{ text", with: "*number")
        var trial = try await ModeratedClan(
            rules.replacing("when: { text", with: "when: &number { text")
                .replacing("when: *number: { length: \"> 50\" } }", with: "when: *number"))
        try await trial.moderate()
        let report = try await trial.suggest()
        #expect(report.thresholds.map(\.suggestion) == ["> 29", "> 29"] && report.diff.isEmpty)
        let reason = "other rules use the same condition; write it in this rule to change it here"
        #expect(report.thresholds.map(\.reason) == [reason, reason])
    }

    @Test func `only events of which the number alone decides are evidence`() async throws {
        var trial = try await ModeratedClan(
            """
              - id: long
                trigger: message
                when: { all: [{ text: { length: "> 50" } }, { text: { contains: yyy } }] }
                then: [delete]
            """)
        try await trial.moderate()
        #expect(try await trial.suggest().thresholds.isEmpty)
    }

    @Test func `the load of a rule in shadow mode, idle rules and covered rules are listed`() async throws {
        var trial = try await ModeratedClan(
            """
              - { id: spam, mode: enforce, trigger: message, when: { text: { contains: buy } }, then: [delete, { reply: stop it }] }
              - { id: buying, mode: enforce, trigger: message, when: { text: { contains: buy now } }, then: [delete] }
              - { id: loud, mode: shadow, trigger: message, when: { text: { contains: "now" } }, then: [delete, { mute: { for: 10m } }, { warn: quiet }] }
              - { id: idle, trigger: message, when: { text: { contains: zzz } }, then: [delete] }
              - { id: nightly, trigger: { schedule: every day at 03:00 }, then: { send: { to: general, text: good night } } }
            """)
        for text in ["buy", "buy now", "hello", "not now"] { try await trial.say(text) }
        let report = try await trial.suggest()
        #expect(report.loads.map(\.rule) == ["spam", "buying", "loud"])
        #expect(report.loads.map(\.hits) == [2, 1, 2])
        #expect(report.loads.map(\.mode) == ["enforce", "enforce", "shadow"])
        // The span is shorter than a day, which it is extrapolated from.
        #expect(report.loads[0].hitsPerWeek == 14 && report.loads[0].messagesPerWeek == 14)
        #expect(report.loads[2].measuresPerWeek == ["delete": 14, "mute": 14])
        #expect(report.loads[0].peakDay == "2026-01-07" && report.loads[0].peakHits == 2)
        #expect(report.neverActed == ["idle"])
        #expect(report.covered.map(\.rule) == ["buying"] && report.covered.first?.by == ["spam": 1])
        #expect(try await trial.suggest(named: ["spam"]).loads.map(\.rule) == ["spam"])
    }
}
