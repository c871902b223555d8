import BotKit
package import ChatModel
import Moderation
package import RuleEngine
package import Storage

/// Suggests changes of rules from what moderators did in a span of the history. Nothing is written.
///
/// The history is evaluated by the rules of a configuration, whether they were active or not. A second pass compares them with the
/// suggested ones. Judgements of one clan shape no suggestion for a rule that another clan shares.
package struct RuleSuggester {
    private let reader: JournalReader
    private let today: DirectoryLookup
    private let rules: RuleSet
    private let named: [String]
    private let clans: Set<ClanID>?
    private let span: ReplayRange
    private let countsDeletions: Bool

    /// - Parameters:
    ///   - named: The rules to report on; all if empty.
    ///   - clans: The clans to report on; nil for all.
    ///   - countsDeletions: A Boolean value that indicates whether moderators are taken to have deleted every message of which it is
    ///     unknown who deleted it.
    package init(
        _ reader: JournalReader, today: DirectoryLookup, rules: RuleSet, named: [String] = [], clans: Set<ClanID>? = nil,
        span: ReplayRange = ReplayRange(), countsDeletions: Bool = false
    ) {
        self.reader = reader
        self.today = today
        self.rules = rules
        self.named = named
        self.clans = clans
        self.span = span
        self.countsDeletions = countsDeletions
    }

    /// Evaluates the history.
    ///
    /// - Parameters:
    ///   - files: The files of the rules, for suggestions that change them.
    ///   - progress: Receives the pass, from 0, and the sequence of each entry.
    /// - Throws: Errors of the store, and `CancellationError`.
    package func run(_ files: SuggestionFiles, progress: (Int, Int64) -> Void = { _, _ in }) async throws -> SuggestionReport {
        let judged = try await JudgedMessages(reader, CaseFilter())
        var evaluation = SuggestionEvaluation(
            rules, named: named, clans: clans, channels: try await reader.channels(),
            ModeratorVerdicts(judged, me: try await reader.lastAccount(), countsDeletions: countsDeletions),
            zone: try await reader.timeZone())
        // The other branch has no rules, so that every measure of these rules has its effect.
        let backtest = try await Backtester(
            reader, today: today, from: rules.withoutRules, to: rules, span: span, readingThresholdsOf: evaluation.readRules
        ).run {
            progress(0, $0)
            return true
        } observed: {
            evaluation.note($0)
        }
        var report = evaluation.report()
        report.unreadable = backtest.unreadable
        let edits = evaluation.edits(in: &report)
        guard !edits.isEmpty else { return report }
        var trial = SuggestionTrial(edits, files, in: &report)
        guard let changed = trial.rules else { return report }
        _ = try await Backtester(reader, today: today, from: rules, to: changed, span: span).run {
            progress(1, $0)
            return true
        } observed: { observation in
            guard clans?.contains(observation.clan) ?? true else { return }
            trial.note(observation, evaluation.verdicts)
        }
        trial.finish(in: &report)
        return report
    }
}
