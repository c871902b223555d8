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

/// Tests a log of deletions, edits and leaves that is based on the journal.
@Suite(.timeLimit(.minutes(15)))
struct DeletionLogTests {
    private static let rules = """
        version: 1
        names:
          clans: { test: "\(ClanID.test)" }
          channels: { general: "\(ChannelID.general)", log: "\(ChannelID.random)" }
        rules:
          - id: deletions
            trigger: delete
            mode: enforce
            in: { channels: [general] }
            then: { send: { to: log, text: "{{ author.name }} deleted: {{ message.text }}" } }
          - id: edits
            trigger: edit
            mode: enforce
            in: { channels: [general] }
            then: { send: { to: log, text: "{{ author.name }} changed '{{ message.previous_text }}' to '{{ message.text }}'" } }
          - { id: leavers, trigger: leave, mode: enforce, then: { send: { to: log, text: "{{ author.name }} has left" } } }

        """

    private static func clan() async throws -> TestClan {
        try await TestClan(rules: rules, channels: ["general", "log"])
    }

    private func log(_ clan: TestClan) throws -> [String] { try clan.messages(in: "log").map(\.text) }

    private func replayed(_ clan: TestClan) async throws -> ([ReplayDifference], Replayer.Summary) {
        try await replayed(JournalReader(folder: await clan.runtime.path))
    }

    @Test func `deletions, edits and leaves are logged with text and name across restarts and replay equally`() async throws {
        let clan = try await Self.clan()
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("the old plan")
        let message = try #require(try clan.messages().first)
        try await an.edits(message, "the new plan")
        #expect(try log(clan) == ["an changed 'the old plan' to 'the new plan'"])
        try await clan.restart()
        try await an.deletes(message)
        #expect(try log(clan).last == "an deleted: the new plan")
        try await binh.says("bye")
        try await clan.restart()
        try await binh.leaves()
        #expect(try log(clan).last == "binh has left")
        let (found, summary) = try await replayed(clan)
        #expect(found == [] && summary.isExact && summary.decisions > 3)
    }

    private static func harness() async throws -> RuleTestHarness {
        let plan = CompiledConfiguration.check(
            texts: ["config.yaml": rules], root: "config.yaml", registry: BotRegistry([])
        ).compiled
        return try await RuleTestHarness(
            try #require(plan), as: 900, clan: .test, channels: [.general, .random], members: [])
    }

    private static func deletion(of said: Message) -> NewEntry {
        let removal = Removal(message: said.id, clan: .test, channel: .general, sender: said.author.id, at: said.createdAt)
        return NewEntry(
            event: .delete(removal), frame: RtEnvelope(pushing: .make(text: "", id: said.id, code: .remove)).wireBytes,
            receivedAt: said.createdAt)
    }

    private func replayed(_ reader: JournalReader) async throws -> ([ReplayDifference], Replayer.Summary) {
        var found: [ReplayDifference] = []
        let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run { found.append($0) }
        return (found, summary)
    }

    @Test func `an answer whose text was removed is not reported as a difference, and another text is`() async throws {
        let harness = try await Self.harness()
        let said = [Message.make(text: "one"), .make(text: "two")]
        try await harness.store.journal.append(said.map { .make($0) } + said.map(Self.deletion(of:)))
        try await harness.work()
        let store = try harness.store
        let logged = try await store.reader.lines(after: 2, limit: 2).flatMap(\.deliveries)
        try #require(logged.count == 2)
        func replace(_ delivery: Delivery, _ payload: [UInt8]) async throws {
            try await store.redactions.redact([Redaction(delivery.cause, payloads: [delivery.id: payload], reason: .trace)])
        }
        try await replace(logged[0], ResolvedActionCodec.withoutTexts(logged[0].payload))
        #expect(try await replayed(store.reader).0 == [])
        let other = ResolvedAction(channel: .random, request: .send(Draft("else"), answering: nil, topic: 0))
        try await replace(logged[1], try ResolvedActionCodec.bytes(other))
        #expect(try await replayed(store.reader).0.map(\.kind) == [.otherAction])
    }

    @Test func `a deletion of a redacted message is not reported as a difference`() async throws {
        let harness = try await Self.harness()
        let said = Message.make(text: "the old plan")
        try await harness.store.journal.append([.make(said), Self.deletion(of: said)])
        try await harness.work()
        let store = try harness.store
        #expect(try await store.reader.lines(after: 0, limit: 10).last?.trace?.steps.map(\.what) == ["send"])
        let entry = try #require(try await store.journal.entry(1))
        try await store.redactions.redact([Redaction(1, frame: FrameRedactor.redacted(entry.frame), reason: .retention)])
        let (found, summary) = try await replayed(store.reader)
        #expect(found == [] && summary.isExact)
        #expect(summary.redacted == 2)
    }
}
