import BotKit
import Foundation
import MezonBot
import MezonModel
import MezonWire
import Moderation
import Persistence
import Replay
import Rules
import Testing

@testable import MezonTesting

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
        let reader = try JournalReader(folder: await clan.runtime.path)
        var found: [ReplayDifference] = []
        let summary = try await Replayer(reader, today: try await reader.surroundings()).run { found.append($0) }
        return (found, summary)
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

    @Test func `a deletion of a redacted message is not reported as a difference`() async throws {
        let plan = CompiledConfiguration.check(
            texts: ["config.yaml": Self.rules], root: "config.yaml", registry: BotRegistry([])
        ).plan
        let harness = try await RuleTestHarness(
            try #require(plan), as: 900, clan: .test, channels: [.general, .random], members: [])
        let said = Message.make(text: "the old plan")
        let removal = Removal(message: said.id, clan: .test, channel: .general, sender: said.author.id, at: said.createdAt)
        let end = NewEntry(
            event: .delete(removal), frame: RtEnvelope(pushing: .make(text: "", id: said.id, code: .remove)).wireBytes,
            receivedAt: said.createdAt)
        try await harness.store.append([.make(said), end])
        try await harness.work()
        let store = try harness.store
        #expect(try await store.reader.lines(after: 0, limit: 10).last?.trace?.steps.map(\.what) == ["send"])
        let entry = try #require(try await store.entry(1))
        try await store.empty([Redaction(1, frame: FrameRedactor.redacted(entry.frame), why: .retention)])
        var found: [ReplayDifference] = []
        let summary = try await Replayer(store.reader, today: try await store.reader.surroundings()).run { found.append($0) }
        #expect(found == [] && summary.isExact)
        #expect(summary.emptied == 2)
    }
}
