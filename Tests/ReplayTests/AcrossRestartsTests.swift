import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

/// Tests behaviour that depends on where a process ended.
@Suite(.timeLimit(.minutes(15)))
struct AcrossRestartsTests {
    private static let here = RecordedRun.channels[0].id
    private static let there = RecordedRun.channels[1].id
    private static let otherClan: ClanID = 1_900_000_000_000_000_002

    private static func plan(_ rule: String) throws -> CompiledConfiguration {
        let folder = try TemporaryDirectory()
        let text = """
            version: 1
            rules:
              - id: a
                trigger: message
                late: run
                \(rule)
            """
        try text.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        return try #require(
            CompiledConfiguration.check(folder.path + "/config.yaml", registry: .init([]), environment: [:]).compiled)
    }

    private static let crowd =
        "when: { flood: { of: message, count: \">= 2\", within: 60s, per: clan } }\n    then: { reply: crowd }"

    /// - Parameter clan: The clan that the messages claim.
    private func say(
        _ count: Int, in channel: ChannelID, of clan: ClanID = RecordedRun.clan, at second: Double, _ run: RecordedRun
    ) async throws {
        try await run.harness.store.journal.append(
            (0..<count).map { number in
                .make(.make(text: "x", in: channel, clan: clan, at: RecordedRun.start + second + Double(number)))
            })
    }

    private func differences(_ run: RecordedRun, without statement: String? = nil) async throws -> [String] {
        let reader = try await run.reader(after: statement)
        var found: [String] = []
        _ = try await Replayer(reader, today: try await reader.directoryLookup()).run {
            found.append("#\($0.subject.sequence) \($0.kind.rawValue)")
        }
        return found
    }

    @Test func `a lost decision still counts for decisions that depended on it`() async throws {
        let run = try await RecordedRun(try Self.plan(Self.crowd), seed: 1)
        try await say(1, in: Self.here, at: 0, run)
        try await say(8, in: Self.there, at: 1, run)
        try await run.harness.work { $0 == Self.here ? 1 : 0 }
        try await run.harness.work { $0 == Self.here ? 0 : 8 }
        try await run.harness.restart()
        try await run.harness.work()
        #expect(try await run.harness.store.journal.entriesWithoutTurn(after: 0, limit: 1) == [])
        #expect(try await differences(run) == [])
        #expect(try await differences(run, without: "DELETE FROM decision_ticket").first == "#2 no-longer-hit")
    }

    @Test(arguments: [false, true])
    func `a message that claims another clan counts in that of its channel, also after a restart`(isRestarted: Bool) async throws
    {
        let run = try await RecordedRun(try Self.plan(Self.crowd), seed: 1)
        try await say(1, in: Self.here, of: Self.otherClan, at: 0, run)
        try await run.harness.work()
        if isRestarted { try await run.harness.restart() }
        try await say(1, in: Self.there, at: 10, run)
        try await run.harness.work()
        let reader = try run.harness.store.reader
        #expect(try await reader.deliveries(after: 0, limit: 10).map(\.destination) == [Self.there])
        #expect(try await differences(run) == [])
        let explained = try await DecisionReconstruction(reader, today: try await reader.directoryLookup()).decision(about: 2)
        let acts = if case .acts? = explained?.inquiries["a"]?.answer { true } else { false }
        #expect(acts && explained?.doubt == nil)
    }

    @Test func `a lost decision about a message that claims another clan counts in that of its channel`() async throws {
        let run = try await RecordedRun(try Self.plan(Self.crowd), seed: 1)
        try await say(1, in: Self.here, of: Self.otherClan, at: 0, run)
        try await say(8, in: Self.there, at: 1, run)
        try await run.harness.work { $0 == Self.here ? 1 : 0 }
        try await run.harness.work { $0 == Self.here ? 0 : 8 }
        try await run.harness.restart()
        try await run.harness.work()
        #expect(try await differences(run) == [])
    }

    @Test func `events before a reload count after a restart with the new revision`() async throws {
        let run = try await RecordedRun(try Self.plan("then: { react: \"👍\" }"), seed: 1)
        try await say(2, in: Self.here, at: 0, run)
        try await run.harness.work()
        try await run.harness.reload(try Self.plan(Self.crowd))
        try await say(1, in: Self.here, at: 10, run)
        try await run.harness.work()
        try await run.harness.restart()
        try await say(1, in: Self.here, at: 20, run)
        try await run.harness.work()
        #expect(try await differences(run) == [])
        #expect(
            try await differences(run, without: "UPDATE process_start SET rebuilt_after = rebuilt_through") == [
                "#5 no-longer-hit"
            ])
    }
}
