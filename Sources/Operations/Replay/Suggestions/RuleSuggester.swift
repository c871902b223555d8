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
    private let start: Int64

    /// - Parameters:
    ///   - named: The rules to report on; all if empty.
    ///   - clans: The clans to report on; nil for all.
    ///   - countsDeletions: A Boolean value that indicates whether moderators are taken to have deleted every message of which it is
    ///     unknown who deleted it.
    ///   - start: The entry after which the rules begin without state; zero for the beginning of the journal.
    package init(
        _ reader: JournalReader, today: DirectoryLookup, rules: RuleSet, named: [String] = [], clans: Set<ClanID>? = nil,
        span: ReplayRange = ReplayRange(), countsDeletions: Bool = false, after start: Int64 = 0
    ) {
        self.reader = reader
        self.today = today
        self.rules = rules
        self.named = named
        self.clans = clans
        self.span = span
        self.countsDeletions = countsDeletions
        self.start = start
    }

    /// Evaluates the history.
    ///
    /// - Parameters:
    ///   - files: The files of the rules, for suggestions that change them.
    ///   - continues: Receives the pass, from 0, and the sequence of each entry before it is evaluated, and returns false to end.
    /// - Throws: Errors of the store, and `CancellationError`, also if `continues` returned false.
    package func run(
        _ files: SuggestionFiles, while continues: (Int, Int64) -> Bool = { _, _ in true }
    ) async throws -> SuggestionReport {
        let judged = try await JudgedMessages(reader, CaseFilter())
        var evaluation = SuggestionEvaluation(
            rules, named: named, clans: clans, channels: try await reader.channels(),
            ModeratorVerdicts(judged, me: try await reader.lastAccount(), countsDeletions: countsDeletions),
            zone: try await reader.timeZone())
        // The other branch has no rules, so that every measure of these rules has its effect.
        let backtest = try await Backtester(
            reader, today: today, from: rules.withoutRules, to: rules, span: span, start: .entry(start),
            readingThresholdsOf: evaluation.readRules
        ).run {
            continues(0, $0)
        } observed: {
            evaluation.note($0)
        }
        guard backtest.stoppedAt == nil else { throw CancellationError() }
        var report = evaluation.report()
        report.unreadable = backtest.unreadable
        let edits = evaluation.edits(in: &report)
        guard !edits.isEmpty else { return report }
        var trial = SuggestionTrial(edits, files, in: &report)
        guard let changed = trial.rules else { return report }
        let second = try await Backtester(reader, today: today, from: rules, to: changed, span: span, start: .entry(start)).run {
            continues(1, $0)
        } observed: { observation in
            guard clans?.contains(observation.clan) ?? true else { return }
            trial.note(observation, evaluation.verdicts)
        }
        guard second.stoppedAt == nil else { throw CancellationError() }
        trial.finish(in: &report)
        return report
    }
}
