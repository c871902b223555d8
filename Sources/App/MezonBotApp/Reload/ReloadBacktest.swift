import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Moderation
import Replay
import Storage

/// The comparison with the active rules that changed rules have to pass before the running bot activates them.
struct ReloadBacktest: Sendable {
    private static let maxEntries: Int64 = 200_000
    private static let maxTime: Duration = .seconds(60)  // The reload waits for it.

    private let reader: JournalReader
    private let time: any TimeSource
    private let executor: DedicatedThreadExecutor

    init(_ reader: JournalReader, time: any TimeSource) {
        self.reader = reader
        self.time = time
        executor = DedicatedThreadExecutor("reload-backtest", time: time)
    }

    /// Returns the reasons to refuse a candidate; none without the setting.
    func refusals(of candidate: CompiledConfiguration, against running: CompiledConfiguration) async -> [Diagnostic] {
        guard let backtest = candidate.configuration.reload.backtest else { return [] }
        func refusal(_ message: String) -> Diagnostic {
            Diagnostic(.error, "refused-by-backtest", message, at: backtest.position)
        }
        let end = time.uptime + Self.maxTime
        do {
            let report = try await withTaskExecutorPreference(executor) {
                let since = time.now - backtest.length
                let backtester = Backtester(
                    reader, today: try await reader.directoryLookup(), from: running.rules, to: candidate.rules,
                    span: ReplayRange(since: since),
                    start: try await .latest(before: since, in: reader, maxEntries: Self.maxEntries),
                    botFactory: candidate.botFactory)
                return try await backtester.run { _ in time.uptime < end }
            }
            let reasons = backtest.refuse.reasons(in: report).map(refusal)
            guard reasons.isEmpty, let stop = report.stoppedAt else { return reasons }
            return [refusal("the backtest takes longer than \(Self.maxTime); it has reached entry \(stop)")]
        } catch {
            return [refusal("the backtest cannot read the history: \(StorageErrorDescription.words(for: error))")]
        }
    }
}
