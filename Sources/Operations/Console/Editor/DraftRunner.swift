import AsyncSupport
import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage
import Synchronization

/// Runs the tests and backtests of drafts, one at a time, on a thread of their own.
final class DraftRunner: Sendable {
    /// The days over which a backtest may go.
    static let days = [1, 3, 7]
    /// The newest entries that a backtest reads.
    static let maxEntries: Int64 = 20_000
    static let maxTime: Duration = .seconds(60)

    private struct State {
        var run: DraftRun?
        var work: (@Sendable (CancellationFlag) async throws -> DraftRun.Outcome)?
        var flag = CancellationFlag()
        var isFinished = false
    }

    private let reader: JournalReader
    private let time: any TimeSource
    private let logger: Logger
    private let executor: DedicatedThreadExecutor
    private let state = Mutex(State())
    private let isWaiting = AsyncSignal()

    init(reader: JournalReader, time: any TimeSource, logger: Logger) {
        self.reader = reader
        self.time = time
        self.logger = logger
        executor = DedicatedThreadExecutor("console-draft", time: time)
    }

    /// The run that is under way or has ended last.
    var current: DraftRun? { state.withLock { $0.run } }

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - compiled: The configuration with the draft.
    ///   - active: The active configuration.
    /// - Returns: Whether it was started: false while another one is under way.
    func start(
        _ work: DraftRun.Work, of draft: EditorDraft, _ compiled: CompiledConfiguration, _ report: DiagnosticReport,
        against active: CompiledConfiguration, session: SecretToken
    ) -> Bool {
        let isStarted = state.withLock { state in
            guard !state.isFinished, state.run == nil || state.run?.outcome != nil else { return false }
            state.run = DraftRun(work: work, draft: draft, session: session, startedAt: time.now)
            state.flag = CancellationFlag()
            state.work = { [self] flag in
                switch work {
                case .tests: try await tests(of: compiled, report, flag)
                case .backtest(let days): try await backtest(compiled.rules, against: active.rules, days: days, flag)
                }
            }
            return true
        }
        if isStarted { isWaiting.signal() }
        return isStarted
    }

    func cancel() { state.withLock { $0.flag.cancel() } }

    /// Ends the run that is under way; later ones are refused.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            state.flag.cancel()
        }
        isWaiting.finish()
    }

    /// Performs runs until `finish` is called.
    func run() async { for await _ in isWaiting.signals { await performPending() } }

    /// Performs the run that waits, if there is one.
    func performPending() async {
        let (work, flag) = state.withLock { state in
            defer { state.work = nil }
            return (state.work, state.flag)
        }
        guard let work else { return }
        var outcome: DraftRun.Outcome
        do {
            outcome = try await withTaskExecutorPreference(executor) { try await work(flag) }
        } catch is CancellationError {
            outcome = .cancelled
        } catch {
            let reason = StorageErrorDescription.words(for: error)
            logger.warning("Console run of a draft failed", metadata: ["console.error": "\(reason)"])
            outcome = .failed(reason)
        }
        if flag.isCancelled { outcome = .cancelled }
        state.withLock { [outcome] in $0.run?.outcome = outcome }
    }

    private func note(_ done: Int64, of total: Int64) {
        state.withLock { state in
            state.run?.done = done
            state.run?.total = total
        }
    }

    /// Runs the inline tests and the fixtures, as `mezon-bot test` does.
    private func tests(
        of compiled: CompiledConfiguration, _ report: DiagnosticReport, _ flag: CancellationFlag
    ) async throws -> DraftRun.Outcome {
        let failures = compiled.failedTests()
        var lines = report.with(failures).rows.map { row in
            DraftRun.TestLine(text: "\(row.file):\(row.line):\(row.column): \(row.message)", isPassed: false)
        }
        if failures.isEmpty { lines.append(.init(text: "inline tests: \(compiled.testCount)", isPassed: true)) }
        let files = try Fixture.files(in: compiled.fixtureFolder)
        let end = time.uptime + Self.maxTime
        for (index, file) in files.enumerated() {
            note(Int64(index), of: Int64(files.count))
            try flag.check()
            guard time.uptime < end else {
                lines.append(.init(text: "stopped after \(Self.maxTime): \(files.count - index) fixtures left", isPassed: false))
                break
            }
            lines.append(try await result(of: file, compiled))
        }
        return .tests(lines)
    }

    private func result(of file: String, _ compiled: CompiledConfiguration) async throws -> DraftRun.TestLine {
        let name = compiled.fixturePath(URL(fileURLWithPath: file).lastPathComponent)
        do {
            let outcome = try await Fixture(file).replay(compiled)
            guard !outcome.differences.isEmpty else { return .init(text: "\(name): \(outcome.events)", isPassed: true) }
            return .init(text: "\(name): " + outcome.differences.map(\.description).joined(separator: "\n"), isPassed: false)
        } catch let error as FixtureError {
            return .init(text: "\(name): \(error)", isPassed: false)
        }
    }

    private func backtest(
        _ draft: RuleSet, against active: RuleSet, days: Int, _ flag: CancellationFlag
    ) async throws -> DraftRun.Outcome {
        let last = try await reader.lastSequence()
        let first = max(0, last - Self.maxEntries)
        let span = ReplayRange(since: time.now.addingTimeInterval(-Double(days) * 86_400))
        let backtester = Backtester(
            reader, today: try await reader.directoryLookup(), from: active, to: draft, span: span, after: first)
        let end = time.uptime + Self.maxTime
        note(0, of: last - first)
        let report = try await backtester.run { [self] sequence in
            note(sequence - first, of: last - first)
            return !flag.isCancelled && time.uptime < end
        }
        try flag.check()
        return .backtest(report)
    }
}
