import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Moderation

struct ExplainerTests {
    private static let rules = """
        version: 1
        names: { channels: { general: "\(ChannelID.general)", random: "\(ChannelID.random)" } }
        rules:
          - { id: scam, trigger: message, when: { text: { contains: [free nitro, gift] } }, then: [delete] }
          - { id: edits, trigger: edit, then: [delete] }
          - { id: elsewhere, trigger: message, in: { channels: [random] }, then: [delete] }
          - { id: off, mode: disabled, trigger: message, then: [delete] }
        """

    /// Creates a store with a message that these rules decided, with the given trace.
    private static func caseStore(_ text: String, trace: [Trace.Step] = [], version: String = "v1") async throws -> CaseTestStore
    {
        let caseStore = try await CaseTestStore(.make(text: text))
        let files = RevisionFiles(root: "config.yaml", texts: ["config.yaml": rules])
        try await caseStore.testStore.store.revisions.record("v1", files: files.json)
        var turn = Turn(sequence: 1, trace: Trace(trace))
        turn.version = version
        try await caseStore.testStore.store.turns.commit([turn])
        return caseStore
    }

    private static func explainer(_ caseStore: CaseTestStore) throws -> Explainer {
        let reader = try caseStore.testStore.store.reader
        return Explainer(
            reader: reader,
            lookup: DirectoryLookup(
                member: { _, _ in nil }, channel: { _ in .general }, clan: { _ in nil }, channels: { _ in [] }),
            zone: .gmt)
    }

    @Test(arguments: [
        ("edits", "no: it is triggered by edit, and this is message"), ("elsewhere", "no: `in` excludes this channel"),
        ("off", "no: it is disabled"), ("scams", "no: revision v1 has no such rule (did you mean 'scam'?)"),
    ])
    func `a rule without a trace step is explained`(rule: String, answer: String) async throws {
        let caseStore = try await Self.caseStore("hello")
        let explanation = try await Self.explainer(caseStore).explanation(of: caseStore.message.id, rule: rule, me: 900)
        #expect(explanation?.entries.map(\.whyNot) == [answer])
    }

    @Test func `a failing condition names the failing part`() async throws {
        let caseStore = try await Self.caseStore("hello")
        let explanation = try await Self.explainer(caseStore).explanation(of: caseStore.message.id, rule: "scam", me: 900)
        #expect(explanation?.entries.first?.whyNot?.hasPrefix("no: text.contains") == true)
    }

    @Test func `a rule is not evaluated when middleware dropped the message`() async throws {
        let caseStore = try await Self.caseStore("gift", trace: [.init("middleware:max_length", "drop", "too long")])
        let explanation = try await Self.explainer(caseStore).explanation(of: caseStore.message.id, rule: "scam", me: 900)
        #expect(explanation?.entries.first?.whyNot == "no: middleware:max_length dropped it before (too long)")
    }

    @Test func `an entry that was not handled is explained by its own reason, without a revision`() async throws {
        let skip = Trace.Step("system", Trace.skip, "the server does not show this channel to the bot")
        let caseStore = try await Self.caseStore("gift", trace: [skip], version: "")
        let explanation = try await Self.explainer(caseStore).explanation(of: caseStore.message.id, rule: "scam", me: 900)
        let reason = "no: the entry was not handled (the server does not show this channel to the bot)"
        #expect(explanation?.entries.first?.whyNot == reason)
    }

    @Test func `trace steps are shown with their deliveries and their revision`() async throws {
        let caseStore = try await Self.caseStore("gift", trace: [.init("rule:scam", "delete", "text.contains found 'gift'")])
        let explanation = try #require(try await Self.explainer(caseStore).explanation(ofEntry: 1, me: 900))
        #expect(explanation.entries.first?.revision?.version == "v1")
        #expect(
            explanation.entries.first?.steps == [
                Explanation.Step(who: "rule:scam", what: "delete", why: "text.contains found 'gift'", deliveries: [])
            ])
        #expect(explanation.human(in: .gmt).contains("  decided 2026-01-01 00:00:00 UTC by revision v1 (first active 2026-"))
    }

    @Test func `without a rule name every rule without a step is explained`() async throws {
        let caseStore = try await Self.caseStore("hello")
        let explanation = try #require(try await Self.explainer(caseStore).explanation(ofEntry: 1, me: 900))
        #expect(
            explanation.human(in: .gmt).split(separator: "\n").suffix(2) == [
                "  rule:scam: no: text.contains: none of 2 was found",
                "  not evaluated (other trigger or channel, or disabled): edits, elsewhere, off",
            ])
        let hit = try await Self.caseStore("gift", trace: [.init("rule:scam", "delete", "")])
        #expect(
            try await Self.explainer(hit).explanation(ofEntry: 1, me: 900)?.entries.first?.silent.map(\.rule) == [
                "edits", "elsewhere", "off",
            ])
    }

    @Test func `those who skipped for the same reason share a line behind what was done`() async throws {
        let caseStore = try await Self.caseStore(
            "gift",
            trace: [
                .init("bot:dice", "skip", "none of its commands"), .init("bot:links", "skip", "has no link"),
                .init("bot:faq", "skip", "none of its commands"), .init("rule:scam", "delete", "text.contains found 'gift'"),
            ])
        let lines = try #require(try await Self.explainer(caseStore).explanation(ofEntry: 1, me: 900)).human(in: .gmt).split(
            separator: "\n")
        #expect(
            lines[2...4] == [
                "  bot:links: skip (has no link)", "  rule:scam: delete (text.contains found 'gift')",
                "  skipped by bot:dice, bot:faq (none of its commands)",
            ])
    }

    @Test func `a reason that is one of several alternatives is said once`() async throws {
        let caseStore = try await CaseTestStore(.make(text: "hello"))
        let rules = """
            version: 1
            rules:
              - id: either
                trigger: message
                when: { any: [ { text: { contains: [gift] } }, { text: { contains: [nitro] } } ] }
                then: [delete]
            """
        let files = RevisionFiles(root: "config.yaml", texts: ["config.yaml": rules])
        try await caseStore.testStore.store.revisions.record("v1", files: files.json)
        var turn = Turn(
            sequence: 1, trace: Trace([.init("rule:either", Trace.miss, "text.contains: 'gift' was not found")]))
        turn.version = "v1"
        try await caseStore.testStore.store.turns.commit([turn])
        let step = try await Self.explainer(caseStore).explanation(ofEntry: 1, rule: "either", me: 900)?.entries.first?.steps
            .first
        #expect(step?.why.contains("'gift' was not found, text.contains: 'nitro' was not found") == true, "\(step as Any)")
        #expect(step?.also == [])
    }

    @Test func `a rule that there never was is a mistake, and one that did something once is not`() async throws {
        let caseStore = try await Self.caseStore("hello")
        let reader = try caseStore.testStore.store.reader
        #expect(try await reader.whyUnknown(rule: "scam") == nil)
        #expect(try await reader.whyUnknown(rule: "scams") == "unknown rule 'scams'; did you mean 'scam'?")
        #expect(try await reader.whyUnknown(rule: "zzzzzzzz") == "unknown rule 'zzzzzzzz'")
        #expect(try await reader.whyUnknown(rule: "sca") == "unknown rule 'sca'; did you mean 'scam'?")
        let old = try await CaseTestStore()
        try await old.open([old.mute()], by: "rule:gone")
        #expect(try await old.testStore.store.reader.whyUnknown(rule: "gone") == nil)
    }

    @Test(arguments: [
        ("UTC", "2026-01-01 00:00:00 UTC"), ("Asia/Ho_Chi_Minh", "2026-01-01 07:00:00 +07:00"),
        ("America/St_Johns", "2025-12-31 20:30:00 -03:30"),
    ])
    func `a time is shown in the time zone with its UTC offset`(zone: String, stamp: String) throws {
        #expect(Date(timeIntervalSince1970: 1_767_225_600).stamp(in: try #require(TimeZone(identifier: zone))) == stamp)
    }

    @Test func `a revision that became active again keeps its first activation time`() async throws {
        let caseStore = try await Self.caseStore("gift", trace: [.init("rule:scam", "delete")])
        let first = caseStore.testStore.time.now
        caseStore.testStore.time.advance(by: .seconds(3600))
        let revision = try #require(try await caseStore.testStore.store.reader.revisions().first)
        try await caseStore.testStore.store.revisions.record("v1", files: revision.files)
        let explanation = try await Self.explainer(caseStore).explanation(ofEntry: 1, me: 900)
        #expect(explanation?.entries.first?.revision?.since == first)
    }

    @Test func `an unknown message is reported with the reason`() async throws {
        let caseStore = try await Self.caseStore("gift")
        #expect(try await Self.explainer(caseStore).explanation(of: 5, me: 900) == nil)
        #expect(
            try await caseStore.testStore.store.reader.whyUnknown(5, in: .gmt)
                == "nothing is known about message 5: not a message id")
        let early = MessageID(Snowflake.floor(of: caseStore.testStore.time.now - 86_400))
        #expect(
            try await caseStore.testStore.store.reader.whyUnknown(early, in: .gmt).contains(
                "this bot's journal begins 2026-01-01"))
    }

    @Test func `a revision diff shows removed and added lines with their numbers`() {
        let old = RevisionFiles(root: "a", texts: ["a": "one\ntwo\nthree", "b": "same"])
        let new = RevisionFiles(root: "a", texts: ["a": "one\n2\nthree\nfour", "b": "same"])
        #expect(RevisionDiff(from: old, to: new).lines == ["--- a", "-2: two", "+2: 2", "+4: four"])
    }

    @Test func `the difference of two models is that of their results`() {
        func files(_ bad: Int, _ weight: Int) -> RevisionFiles {
            let model = "mezon-bot-model 1\ntexts 9\nbad \(bad)\nslope 1.0\noffset 0.0\nweights 1\n7 \(weight)\n"
            return RevisionFiles(root: "a", texts: ["a": "one", "m": model])
        }
        #expect(RevisionDiff(from: files(2, 5), to: files(2, 5)).lines == [])
        #expect(RevisionDiff(from: files(2, 5), to: files(3, 5)).lines.prefix(3) == ["--- m", "-3: bad 2", "+3: bad 3"])
        let weights = RevisionDiff(from: files(2, 5), to: files(2, 6)).lines
        #expect(weights.count == 3 && weights.dropFirst().allSatisfy { $0.dropFirst().hasPrefix("6: weights ") })
    }
}
