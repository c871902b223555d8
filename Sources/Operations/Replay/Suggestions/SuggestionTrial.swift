import BotConfiguration
import ChatModel
import RuleEngine

/// The second pass over the history: the suggested rules beside the present ones.
struct SuggestionTrial {
    private var edits: [Int: ScalarEdit]
    private let files: SuggestionFiles
    /// The suggested rules; nil if nothing can be changed.
    private(set) var rules: RuleSet?
    private var diff: [String] = []
    private var newlyHit: [String: SuggestionReport.Change] = [:]
    private var noLongerHit: [String: SuggestionReport.Change] = [:]

    /// Applies the edits by their places among the thresholds of a report.
    init(_ edits: [Int: ScalarEdit], _ files: SuggestionFiles, in report: inout SuggestionReport) {
        self.edits = edits
        self.files = files
        for (index, edit) in edits where files.changed(by: [edit]) == nil {
            report.thresholds[index].reason =
                "the number cannot be changed in place: another value fills it in, or a check or test of the rules fails then"
            self.edits[index] = nil
        }
        guard !self.edits.isEmpty else { return }
        guard let changed = files.changed(by: Array(self.edits.values)) else {
            for index in self.edits.keys { report.thresholds[index].reason = "the suggested numbers do not go together" }
            return
        }
        rules = changed.rules
        diff = changed.diff
    }

    mutating func note(_ observation: BacktestObservation, _ verdicts: ModeratorVerdicts) {
        guard case .message(let message) = observation.event else { return }
        let (before, after) = (observation.actingBefore, observation.acting)
        guard before != after else { return }
        for rule in after.subtracting(before) { newlyHit[rule, default: .init()].count(verdicts[message.id]) }
        for rule in before.subtracting(after) { noLongerHit[rule, default: .init()].count(verdicts[message.id]) }
    }

    /// Adds the outcome to a report. Changes that the backtest does not confirm are left out of the diff.
    func finish(in report: inout SuggestionReport) {
        var confirmed = edits
        for index in edits.keys.sorted() {
            let rule = report.thresholds[index].rule
            let (more, fewer) = (newlyHit[rule] ?? .init(), noLongerHit[rule] ?? .init())
            report.thresholds[index].newlyHit = more
            report.thresholds[index].noLongerHit = fewer
            // A burst that is hit later than before is still hit: its messages, one by one, tell nothing.
            guard !report.thresholds[index].isOfBursts, more.removed + fewer.letStand < more.letStand + fewer.removed else {
                continue
            }
            report.thresholds[index].reason = "the backtest does not confirm it"
            confirmed[index] = nil
        }
        report.diff = confirmed.count == edits.count ? diff : files.changed(by: Array(confirmed.values))?.diff ?? []
    }
}

extension SuggestionReport.Change {
    fileprivate mutating func count(_ verdict: ModeratorVerdicts.Verdict?) {
        messages += 1
        switch verdict {
        case .removed: removed += 1
        case .cleared, nil: letStand += 1
        case .unclear: break
        }
    }
}
