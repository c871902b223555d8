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

/// Tests behavior that depends on where a process ended.
@Suite(.timeLimit(.minutes(15)))
struct AcrossRestartsTests {
    private static let here = RecordedRun.channels[0].id
    private static let there = RecordedRun.channels[1].id

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

    private func say(_ count: Int, in channel: ChannelID, at second: Double, _ performance: RecordedRun) async throws {
        try await performance.harness.store.journal.append(
            (0..<count).map { number in
                .make(.make(text: "x", in: channel, clan: RecordedRun.clan, at: RecordedRun.start + second + Double(number)))
            })
    }

    private func differences(_ performance: RecordedRun, without statement: String? = nil) async throws -> [String] {
        let reader = try await performance.reader(after: statement)
        var found: [String] = []
        _ = try await Replayer(reader, today: .unknown).run { found.append("#\($0.subject.sequence) \($0.kind.rawValue)") }
        return found
    }

    @Test func `a lost decision still counts for decisions that depended on it`() async throws {
        let performance = try await RecordedRun(try Self.plan(Self.crowd), seed: 1)
        try await say(1, in: Self.here, at: 0, performance)
        try await say(8, in: Self.there, at: 1, performance)
        try await performance.harness.work { $0 == Self.here ? 1 : 0 }
        try await performance.harness.work { $0 == Self.here ? 0 : 8 }
        try await performance.harness.restart()
        try await performance.harness.work()
        #expect(try await performance.harness.store.journal.entriesWithoutTurn(after: 0, limit: 1) == [])
        #expect(try await differences(performance) == [])
        #expect(try await differences(performance, without: "DELETE FROM decision_ticket").first == "#2 no-longer-hit")
    }

    @Test func `events before a reload count after a restart with the new revision`() async throws {
        let performance = try await RecordedRun(try Self.plan("then: { react: \"👍\" }"), seed: 1)
        try await say(2, in: Self.here, at: 0, performance)
        try await performance.harness.work()
        try await performance.harness.reload(try Self.plan(Self.crowd))
        try await say(1, in: Self.here, at: 10, performance)
        try await performance.harness.work()
        try await performance.harness.restart()
        try await say(1, in: Self.here, at: 20, performance)
        try await performance.harness.work()
        #expect(try await differences(performance) == [])
        #expect(
            try await differences(performance, without: "UPDATE process_start SET rebuilt_after = rebuilt_through") == [
                "#5 no-longer-hit"
            ])
    }
}
