package import Foundation
import Moderation

extension SuggestionReport {
    /// The report for a terminal.
    package func human(in zone: TimeZone) -> String {
        guard let first, let last else { return "There are no entries in this span." }
        let days = Self.number(last.timeIntervalSince(first) / 86_400)
        var lines = ["\(entries) entries over \(days) days, \(first.stamp(in: zone)) to \(last.stamp(in: zone))"]
        let isShort = last.timeIntervalSince(first) < 7 * 86_400
        lines += isShort ? ["The numbers per week are extrapolated from less than one."] : []
        lines += loadLines + idleLines + ["", judgementLine]
        lines += thresholds.filter { $0.suggestion != nil && $0.reason == nil }.flatMap(\.lines)
        lines += diff.isEmpty ? [] : [""] + diff
        let others = thresholds.filter { $0.reason != nil }
        lines += others.isEmpty ? [] : [""] + others.map(\.refusalLine)
        if !sharedRules.isEmpty {
            lines.append("Several clans share \(sharedRules.joined(separator: ", ")): choose one with --clan to see its numbers.")
        }
        return (lines + ReplayCaveats.lines(users: 0, channels: 0, unreadable: unreadable)).joined(separator: "\n")
    }

    private var loadLines: [String] {
        guard !loads.isEmpty else { return [] }
        return ["", "Load per week:"]
            + loads.map { load in
                let measures = load.measuresPerWeek.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.number($0.value))" }
                let messages = load.messagesPerWeek > 0 ? ["messages \(Self.number(load.messagesPerWeek))"] : []
                let peak = load.peakDay.map { ["peak \(load.peakHits) on \($0)"] } ?? []
                let parts = ["hits \(Self.number(load.hitsPerWeek))"] + measures + messages + peak
                return "  \(load.rule)\(load.mode == "enforce" ? "" : " (\(load.mode))"): \(parts.joined(separator: ", "))"
            }
    }

    private var idleLines: [String] {
        var lines = neverActed.isEmpty ? [] : ["", "Never acted: \(neverActed.joined(separator: ", "))"]
        guard !covered.isEmpty else { return lines }
        lines += ["", "Covered by other rules (remove one at a time):"]
        lines += covered.map { rule in
            let others = rule.by.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
            return "  \(rule.rule): its measures on all \(rule.events) events were also taken by "
                + others.joined(separator: ", ")
        }
        return lines
    }

    private var judgementLine: String {
        let judged =
            "Judgements: \(judgements.byHand) by hand, \(judgements.standing) measures of rules that stand, "
            + "\(judgements.undone) undone, \(judgements.refused) refused"
        guard judgements.unknownDeletions > 0 else { return judged }
        return judged
            + "\nLeft out: \(judgements.unknownDeletions) deletions of which it is unknown whether their authors made them "
            + "(--count-deletions takes them for removals)"
    }

    /// A number with at most one decimal.
    package static func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...1)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}

extension SuggestionReport.Threshold {
    private var head: String { "\(file):\(line):\(column): \(rule): \(part) \"\(comparison)\"" }

    fileprivate var lines: [String] {
        var lines = ["", "\(head) → \"\(suggestion ?? "")\""]
        lines.append("  evidence: \(removed) removed, \(letStand) let stand")
        lines.append("  now: \(now.words)")
        if let then { lines.append("  then: \(then.words)") }
        if let newlyHit, let noLongerHit {
            lines.append("  backtest: newly hit \(newlyHit.words); no longer hit \(noLongerHit.words)")
        }
        return lines
    }

    fileprivate var refusalLine: String {
        let change = suggestion.map { " → \"\($0)\"" } ?? ""
        return "\(head)\(change): \(reason ?? "") (\(removed) removed, \(letStand) let stand)"
    }
}

extension SuggestionReport.Quality {
    fileprivate var words: String {
        func share(_ value: Double?) -> String {
            value.map { "\(SuggestionReport.number(100 * $0)) %" } ?? "unknown"
        }
        return "hits \(removed) removed and \(letStand) let stand, precision \(share(precision)), recall \(share(recall))"
    }
}

extension SuggestionReport.Change {
    fileprivate var words: String { "\(messages) messages (\(removed) removed, \(letStand) let stand)" }
}
