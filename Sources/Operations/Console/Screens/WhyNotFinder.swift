import BotKit
import ChatModel
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage
import Synchronization

/// Finds what would have turned a decision around, for one visitor at a time, on a thread of its own.
final class WhyNotFinder: Sendable {
    /// The entries that are replayed: about two seconds. `rules explain` replays more.
    private static let limit: Int64 = 20_000

    private let isBusy = Mutex(false)
    private let executor: DedicatedThreadExecutor

    init(time: any TimeSource) { executor = DedicatedThreadExecutor("console-why-not", time: time) }

    /// Returns the answer as lines.
    ///
    /// - Throws: `ScreenError.notFound` for an entry or rule that the session does not see, `ScreenError.refused` while another answer
    ///   is looked for; errors of the store.
    func lines(_ rule: String, at sequence: Int64, in context: ConsoleContext, _ texts: Texts) async throws -> [String] {
        guard try await context.visibleRules().contains(where: { $0.id == rule }) else { throw ScreenError.notFound }
        let isFree = isBusy.withLock { busy in
            defer { busy = true }
            return !busy
        }
        guard isFree else { throw ScreenError.refused([texts["editor_busy"]]) }
        defer { isBusy.withLock { $0 = false } }
        let reader = context.reader
        let today = try await reader.directoryLookup()
        let places = try await context.places()
        let zone = context.zone
        let explanation = try await withTaskExecutorPreference(executor) {
            let explainer = Explainer(
                reader: reader, lookup: today, zone: zone,
                past: DecisionReconstruction.past(reader, today: today, limit: Self.limit))
            return try await explainer.explanation(ofEntry: sequence, rule: rule, me: 0, visible: places.visible)
        }
        guard let report = explanation?.entries.first else { throw ScreenError.notFound }
        let lines = [report.whyNot].compactMap(\.self) + (report.counterfactuals?.lines ?? [])
        return lines.isEmpty ? [texts["trace_why_not_none"]] : lines
    }
}
