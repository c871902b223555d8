import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ReplayerTests {
    /// Records a history with parallel channels, restarts, crashes within decisions, and reloads.
    private static func history(seed: UInt64) async throws -> RecordedRun {
        let plans = [try RecordedRun.plan(RecordedRun.six), try RecordedRun.plan(RecordedRun.samples)]
        var run = try await RecordedRun(plans[0], seed: seed)
        for round in 0..<9 {
            try await run.play(80, crash: round % 2 == 1 ? seed &+ UInt64(round) : nil)
            if round % 3 == 2 { try await run.harness.reload(plans[(round / 3 + 1) % 2]) }
            if round % 3 != 2 || round % 2 == 1 { try await run.harness.restart() }
        }
        try await run.play(80)
        return run
    }

    private static let first = Task { try await history(seed: 1).reader(after: nil) }
    private static let second = Task { try await history(seed: 2).reader(after: nil) }

    @Test(arguments: [first, second])
    func `a history with restarts, crashes and reloads replays as recorded`(
        history: Task<JournalReader, any Error>
    ) async throws {
        let reader = try await history.value
        var found: [String] = []
        let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run {
            found.append($0.line(in: .gmt))
        }
        #expect(found == [])
        #expect(summary.isExact)
        #expect(summary.starts >= 5)
        #expect(summary.decisions > 600)
        #expect(summary.guessedUsers == 0 && summary.guessedChannels == 0)
    }

    @Test func `an exported and imported encrypted history replays equally`() async throws {
        let reader = try await Self.first.value
        let folder = try TemporaryDirectory()
        let cipher = ValueCipher(.make())
        let taking = try JournalImport(into: try DataDirectory(folder.path), cipher: cipher)
        let count = try JournalExport(reader) { _ in [:] }.run(progress: { _ in }) { try taking.consume(Data(($0 + "\n").utf8)) }
        #expect(try taking.finish().entries == count)
        let here = try await Replayer(reader, today: try await reader.directoryLookup()).run { _ in }
        let other = try JournalReader(folder: folder.path, cipher: cipher)
        let there = try await Replayer(other, today: try await other.directoryLookup()).run { _ in }
        #expect(here.isExact && here.decisions > 600)
        #expect(try there.json() == here.json())
    }

    @Test func `without recorded observations a replay differs`() async throws {
        let reader = try await Self.history(seed: 1).reader(after: "UPDATE turn SET observations = ''")
        let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run { _ in }
        #expect(!summary.isExact && summary.guessedUsers > 0)
    }

    @Test func `changed rules are reported as differences`() async throws {
        var run = try await RecordedRun(try RecordedRun.plan(RecordedRun.six), seed: 5)
        try await run.play(400)
        let changed = try RecordedRun.plan(RecordedRun.six) { $0.replacing("Hôm nay bạn làm gì?", with: "Làm gì?") }
        let (found, summary) = try await run.replayed(rules: changed.rules)
        #expect(!found.isEmpty && !summary.isExact)
        #expect(Set(found.map(\.author)) == ["rule:standup"])
        #expect(found.allSatisfy { $0.kind == .otherAction && $0.subject.text.hasPrefix("*standup") })
    }
}
