import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// The tests and the backtest of a draft.
struct DraftTrial: Sendable {
    /// The days over which a backtest may go.
    static let days = [1, 3, 7]
    /// The newest entries that a backtest reads.
    static let maxEntries: Int64 = 20_000

    /// The configuration with the draft.
    let compiled: CompiledConfiguration
    let report: DiagnosticReport

    /// Runs the inline tests and the fixtures, as `mezon-bot test` does.
    func tests(_ progress: RunProgress) async throws -> ConsoleRun.Outcome {
        let failures = compiled.failedTests()
        var lines = report.with(failures).rows.map { row in
            ConsoleRun.TestLine(text: "\(row.file):\(row.line):\(row.column): \(row.message)", isPassed: false)
        }
        if failures.isEmpty { lines.append(.init(text: "inline tests: \(compiled.testCount)", isPassed: true)) }
        let files = try Fixture.files(in: compiled.fixtureFolder)
        for (index, file) in files.enumerated() {
            let goesOn = progress.note(Int64(index), of: Int64(files.count))
            try progress.check()
            guard goesOn else {
                let text = "stopped after \(ConsoleRunner.maxTime): \(files.count - index) fixtures left"
                lines.append(.init(text: text, isPassed: false))
                break
            }
            lines.append(try await result(of: file))
        }
        return .tests(lines)
    }

    private func result(of file: String) async throws -> ConsoleRun.TestLine {
        let name = compiled.fixturePath(URL(fileURLWithPath: file).lastPathComponent)
        do {
            let outcome = try await Fixture(file).replay(compiled)
            guard !outcome.differences.isEmpty else { return .init(text: "\(name): \(outcome.events)", isPassed: true) }
            return .init(text: "\(name): " + outcome.differences.map(\.description).joined(separator: "\n"), isPassed: false)
        } catch let error as FixtureError {
            return .init(text: "\(name): \(error)", isPassed: false)
        }
    }

    /// Compares the decisions since a time with those of the active rules.
    func backtest(
        against active: RuleSet, since: Date, _ reader: JournalReader, _ progress: RunProgress
    ) async throws -> ConsoleRun.Outcome {
        let last = try await reader.lastSequence()
        let first = max(0, last - Self.maxEntries)
        let backtester = Backtester(
            reader, today: try await reader.directoryLookup(), from: active, to: compiled.rules,
            span: ReplayRange(since: since),
            start: try await .latest(before: since, in: reader, maxEntries: Self.maxEntries), botFactory: compiled.botFactory)
        let report = try await backtester.run { progress.note($0 - first, of: last - first) }
        try progress.check()
        return .backtest(report)
    }
}
