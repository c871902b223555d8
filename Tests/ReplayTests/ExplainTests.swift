import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

@testable import BotTesting

/// Tests explanations of rules without effect, long after counters and roles have changed.
@Suite(.timeLimit(.minutes(15)))
struct ExplainTests {
    private static let staff: RoleID = 77
    private static let rules = """
        version: 1
        names: { channels: { general: "\(ChannelID.general)", random: "\(ChannelID.random)" }, roles: { staff: "\(staff)" } }
        rules:
          - { id: count, trigger: message, mode: enforce, then: [{ counter: { add: { name: said } } }] }
          - id: busy
            trigger: message
            mode: enforce
            when:
              - text: { contains: [gift] }
              - counter: { name: said, value: "> 5" }
              - author: { has_role: [staff] }
            then: [{ reply: "busy" }]
          - id: any-of
            trigger: message
            mode: enforce
            when:
              - text: { contains: [nitro] }
              - any: [{ channel: { is: [random] } }, { author: { has_role: [staff] } }]
            then: [{ reply: "any" }]
          - id: nested
            trigger: message
            mode: enforce
            when:
              any: [{ text: { contains: [foo] } }, { all: [{ text: { contains: [bar] } }, { author: { has_role: [staff] } }] }]
            then: [{ reply: "nested" }]

        """

    private let harness: RuleTestHarness

    init() async throws {
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": Self.rules], root: "config.yaml", registry: BotRegistry([]))
        harness = try await RuleTestHarness(
            try #require(plan, "\(report)"), as: 900, clan: .test, channels: [.general, .random],
            members: [Member(clan: .test, user: Author.an.id), Member(clan: .test, user: Author.binh.id)])
    }

    @discardableResult
    private func say(_ text: String, by author: Author = .an) async throws -> Int64 {
        try await harness.store.journal.append([.make(.make(text: text, by: author))])
        try await harness.work()
        return try await harness.store.reader.lastSequence()
    }

    private func give(_ role: RoleID, to user: UserID, isTaken: Bool = false) async throws {
        var change = RtRoleAssignedEvent()
        change.clanID = "\(ClanID.test)"
        change.roleID = role.rawValue
        if isTaken { change.userIdsRemoved = [user.rawValue] } else { change.userIdsAssigned = [user.rawValue] }
        try await harness.store.journal.append([try #require(NewEntry.make(.roleAssignEvent(change)))])
        try await harness.work()
    }

    private func explanation(
        _ sequence: Int64, _ rule: String? = nil, hasPast: Bool = true, limit: Int64 = DecisionReconstruction.defaultLimit
    ) async throws -> Explanation.EntryReport {
        let reader = try harness.store.reader
        let today = try await reader.directoryLookup()
        let explainer = Explainer(
            reader: reader, lookup: today, zone: .gmt,
            past: hasPast ? DecisionReconstruction.past(reader, today: today, limit: limit) : nil)
        return try #require(try await explainer.explanation(ofEntry: sequence, rule: rule, me: 0)?.entries.first)
    }

    @Test func `a deletion is explained with the name of the message's author`() async throws {
        let said = Message.make(text: "hello", by: .an)
        let removal = Removal(message: said.id, clan: .test, channel: .general, sender: said.author.id, at: said.createdAt)
        let end = NewEntry(
            event: .delete(removal), frame: RtEnvelope(pushing: .make(text: "", id: said.id, code: .remove)).wireBytes,
            receivedAt: said.createdAt)
        try await harness.store.journal.append([.make(said), end])
        try await harness.work()
        #expect(try await explanation(2).author == Author.an.name)
    }

    @Test func `a rule without a trace is explained with the counter of that time and all failing conditions`() async throws {
        for _ in 0..<2 { try await say("hello") }
        let third = try await say("hello")
        for _ in 0..<6 { try await say("hello") }
        let report = try await explanation(third, "busy")
        #expect(
            report.whyNot
                == "no: text.contains: 'gift' was not found; counter.value: 3 is not > 5; author.has_role: the user has none of staff"
        )
        #expect(report.decisions == 2)
    }

    @Test func `the smallest changes are found with the counter and roles of that time`() async throws {
        for _ in 0..<2 { try await say("hello") }
        try await give(Self.staff, to: Author.an.id)
        let third = try await say("a gift")
        for _ in 0..<6 { try await say("hello") }
        try await give(Self.staff, to: Author.an.id, isTaken: true)
        let found = try #require(try await explanation(third, "busy").counterfactuals)
        #expect(!found.acted)
        #expect(
            found.alternatives.map(\.phrase) == [
                "after the author had just sent the same 3 times (author)", "with the counter said at 6 (it was 3) (moderator)",
            ])
        // A journal is read up to a limit.
        let far = try #require(try await explanation(third, "busy", limit: third - 1).counterfactuals)
        #expect(far.alternatives.isEmpty)
        #expect(far.limits.first?.hasPrefix("what would have changed it is unknown: what rules remembered") == true)
    }

    @Test func `a rule that acted names what would have kept it from acting, and the text shows it`() async throws {
        let sequence = try await say("nitro", by: .an)
        try await give(Self.staff, to: Author.an.id)
        let acted = try await say("nitro", by: .an)
        #expect(try await explanation(sequence, "any-of").counterfactuals?.acted == false)
        let reader = try harness.store.reader
        let today = try await reader.directoryLookup()
        let explainer = Explainer(
            reader: reader, lookup: today, zone: .gmt, past: DecisionReconstruction.past(reader, today: today))
        let explanation = try #require(try await explainer.explanation(ofEntry: acted, rule: "any-of", me: 0))
        #expect(explanation.human(in: .gmt).contains("it would not have acted, decided again"))
        #expect(explanation.human(in: .gmt).contains("  - without 'nitro' (author)"))
        #expect(try explanation.json().contains(#""counterfactuals""#))
        // Without a rule nobody asks.
        #expect(try await self.explanation(acted).counterfactuals == nil)
    }

    @Test func `behind more entries than may be read again only what rests on counters is unknown`() async throws {
        for _ in 0..<3 { try await say("hello") }
        let sequence = try await say("hello")
        let near = try await explanation(sequence, "busy", limit: sequence)
        #expect(near.decisions == 3)
        let far = try await explanation(sequence, "busy", limit: sequence - 1)
        #expect(far.decisions == nil)
        #expect(far.whyNot?.contains("counter.value") == true)
        #expect(far.whyNot?.contains("is not > 5") == false)
        let silent = try await explanation(sequence, "any-of", limit: sequence - 1)
        #expect(silent.whyNot?.hasPrefix("no: text.contains: 'nitro' was not found") == true)
    }

    @Test func `roles are those of that moment, before they were given and after they were taken`() async throws {
        for _ in 0..<7 { try await say("hello", by: .binh) }
        let before = try await say("hello", by: .binh)
        try await give(Self.staff, to: Author.binh.id)
        let between = try await say("hello", by: .binh)
        try await give(Self.staff, to: Author.binh.id, isTaken: true)
        try await say("gift", by: .binh)
        #expect(try await explanation(between, "busy").whyNot == "no: text.contains: 'gift' was not found")
        #expect(
            try await explanation(before, "busy").whyNot?.contains("author.has_role: the user has none of staff") == true)
    }

    @Test func `a rule that was evaluated also lists other failing conditions`() async throws {
        let sequence = try await say("a gift")
        let report = try await explanation(sequence, "busy")
        #expect(report.steps.map(\.why) == ["counter.value: 1 is not > 5"])
        #expect(report.steps.first?.also == ["author.has_role: the user has none of staff"])
    }

    @Test func `failing alternatives are one reason`() async throws {
        let sequence = try await say("free nitro")
        let report = try await explanation(sequence, "any-of")
        let why = report.steps.first?.why ?? ""
        #expect(why.hasPrefix("none of these holds (channel.is: ") && why.contains(", author.has_role: "), "\(why)")
        #expect(report.steps.first?.also == [])
    }

    @Test func `alternatives that fail whatever is unknown of the past are certain`() async throws {
        let sequence = try await say("hello")
        let why = try await explanation(sequence, "nested", hasPast: false).whyNot ?? ""
        #expect(why.hasPrefix("no: none of these holds (text.contains: ") && !why.contains("has_role"), "\(why)")
    }

    @Test func `windows and counters are known across restarts`() async throws {
        for _ in 0..<3 { try await say("hello") }
        try await harness.restart()
        let fourth = try await say("hello")
        try await harness.restart()
        for _ in 0..<4 { try await say("hello") }
        #expect(try await explanation(fourth, "busy").whyNot?.contains("counter.value: 4 is not > 5") == true)
    }

    @Test func `a rule of another channel is not listed as stopped`() async throws {
        let rules = """
            version: 1
            names: { channels: { random: "\(ChannelID.random)" } }
            rules:
              - { id: first, trigger: message, mode: enforce, then: [{ reply: "first" }, { stop: all }] }
              - { id: second, trigger: message, mode: enforce, when: { text: { contains: [hello] } }, then: [{ reply: "second" }] }
              - { id: elsewhere, trigger: message, mode: enforce, in: { channels: [random] }, when: { text: { contains: [bye] } }, then: [{ reply: "x" }] }

            """
        let plan = CompiledConfiguration.check(texts: ["config.yaml": rules], root: "config.yaml", registry: BotRegistry([]))
            .compiled
        try await harness.reload(try #require(plan))
        let sequence = try await say("hello")
        let silent = try await explanation(sequence).silent
        #expect(silent.map { "\($0.rule) \($0.didLook)" } == ["second true", "elsewhere false"])
        #expect(silent.first?.why == "no: first stopped the evaluation before it")
        for hasPast in [true, false] {
            let report = try await explanation(sequence, "elsewhere", hasPast: hasPast)
            #expect(report.whyNot == "no: `in` excludes this channel")
        }
    }

    @Test func `an explanation that needs only the text repeats no decision`() async throws {
        try await say("hello")
        let report = try await explanation(try await say("hello"), "no-such-rule")
        #expect(report.decisions == nil && report.whyNot?.contains("has no such rule") == true)
    }

    @Test func `without earlier decisions an explanation names what is unknown`() async throws {
        try await say("hello")
        let sequence = try await say("hello")
        let report = try await explanation(sequence, "busy", hasPast: false)
        #expect(report.whyNot?.hasPrefix("no: text.contains: 'gift' was not found") == true, "\(report.whyNot ?? "")")
        #expect(report.whyNot?.hasSuffix("; unknown: counter.value") == true, "\(report.whyNot ?? "")")
        #expect(report.decisions == nil)
    }

    @Test func `counters are unknown when the texts that changed them were redacted`() async throws {
        let rules = """
            version: 1
            rules:
              - { id: gifts, trigger: message, mode: enforce, when: { text: { contains: [gift] } }, then: [{ counter: { add: { name: gifts } } }] }
              - { id: many, trigger: message, mode: enforce, when: { counter: { name: gifts, value: "> 2" } }, then: [{ reply: "many" }] }

            """
        let plan = CompiledConfiguration.check(texts: ["config.yaml": rules], root: "config.yaml", registry: BotRegistry([]))
            .compiled
        try await harness.reload(try #require(plan))
        let gift = try await say("gift")
        let hello = try await say("hello")
        #expect(try await explanation(hello, "many").steps.map(\.why) == ["counter.value: 1 is not > 2"])
        let frame = try #require(try await harness.store.journal.entry(gift)).frame
        try await harness.store.redactions.redact([Redaction(gift, frame: FrameRedactor.redacted(frame), reason: .retention)])
        let report = try await explanation(gift, "many")
        #expect(report.whyNot ?? "" == "" || report.whyNot?.hasPrefix("unknown: its text has been removed (retention)") == true)
        // The recorded reasons stay, and no uncertain one is added.
        #expect(try await explanation(hello, "many").steps.first?.also == [])
    }

    @Test(.timeLimit(.minutes(5)), arguments: [UInt64(1), 1001, 2002, 3003, 4004])
    func `every stated reason is true in random journals, including redacted ones`(seed: UInt64) async throws {
        var sum = ExplainSoakRun.Outcome()
        for number in 0..<6 {
            var soak = ExplainSoakRun(seed: seed + UInt64(number))
            sum += try await soak.run(messages: 24, explained: 5, isPruned: number % 4 == 3)
        }
        #expect(sum.mistakes == [])
        #expect(sum.entries == 30 && sum.reasons > 30, "\(sum)")
    }
}
