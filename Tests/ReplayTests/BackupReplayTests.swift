import AsyncSupport
import BotTesting
import Bots
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage
import Testing

@Suite(.timeLimit(.minutes(15)))
struct BackupReplayTests {
    @Test func `backups made while decisions are committed replay without differences`() async throws {
        var run = try await RecordedRun(try RecordedRun.plan(RecordedRun.six), seed: 9)
        try await run.play(100)
        let (folder, data, date) = (try TemporaryDirectory(), run.harness.testStore.path, run.harness.testStore.time.now)
        let isEnding = CancellationFlag()
        let backups = Task {
            var files: [String] = []
            while !isEnding.isCancelled || files.count < 4 {
                let file = "\(folder.path)/\(files.count).tar"
                _ = try await onDedicatedThread(cancelling: CancellationFlag()) {
                    try StoreBackup(of: data, configuration: [:], flag: CancellationFlag()).write(to: file, at: date)
                }
                files.append(file)
            }
            return files
        }
        for _ in 0..<5 { try await run.play(100) }
        isEnding.cancel()
        var decisions: [Int] = []
        let files = try await backups.value
        for (number, file) in (files.prefix(2) + files.suffix(2)).enumerated() {
            let target = "\(folder.path)/\(number)"
            _ = try StoreRestore(file, to: target, flag: CancellationFlag()).run(suffix: "")
            let reader = try JournalReader(folder: target)
            var found: [String] = []
            let summary = try await Replayer(reader, today: try await reader.directoryLookup()).run {
                found.append($0.line(in: .gmt))
            }
            #expect(found == [] && summary.isExact, "\(file)")
            decisions.append(summary.decisions)
        }
        #expect(decisions == decisions.sorted() && (decisions.first ?? 0) > 0)
        #expect((decisions.last ?? 0) > 200)
    }
}
