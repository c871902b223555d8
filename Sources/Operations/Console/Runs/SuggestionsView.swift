import ChatModel
import Foundation
import Moderation
import Replay

/// The form for suggestions, and the latest ones.
struct SuggestionsView: Sendable {
    /// The fields of the form, with the texts that were entered.
    struct Form: Sendable {
        let since: String
        let until: String
        let clans: [JournalView.Choice]
        let countsDeletions: Bool
    }

    struct Figure: Sendable {
        let label: String
        let text: String
    }

    struct Proposal: Sendable {
        let rule: String
        let head: String
        let place: String
        let href: String
        let figures: [Figure]
        let diff: [RevisionsView.DiffLine]
        let index: Int
        let canTake: Bool
        let obstacle: String
    }

    /// A number for which nothing is suggested, with the reason.
    struct OtherNumber: Sendable {
        let rule: String
        let number: String
        let evidence: String
        let reason: String
    }

    struct Load: Sendable {
        let rule: String
        let mode: String
        let modeText: String
        let hits: String
        let measures: String
        let messages: String
        let peak: String
    }

    struct Report: Sendable {
        let run: Int
        let isEmpty: Bool
        let span: String
        let isShort: Bool
        /// Sentences about what moderators judged, and about what is left out.
        let notes: [String]
        let proposals: [Proposal]
        let hasProposals: Bool
        let others: [OtherNumber]
        let hasOthers: Bool
        let loads: [Load]
        let hasLoads: Bool
        let covered: [String]
        let hasCovered: Bool
        let idle: [String]
        let hasIdle: Bool
    }

    let form: Form
    let isRunning: Bool
    let percent: Int
    /// The reason why there is no report.
    let problem: String
    let hasProblem: Bool
    let reports: [Report]
}

extension ConsoleContext {
    /// - Parameter query: The fields of the form that was refused; empty for another visit.
    func suggestions(_ run: ConsoleRun?, _ query: FormFields, _ texts: Texts) async throws -> SuggestionsView {
        let problem = run?.problem(texts) ?? ""
        var reports: [SuggestionsView.Report] = []
        if let run, case .suggestions(let found) = run.outcome { reports = [.init(found, of: run, in: zone, texts)] }
        return SuggestionsView(
            form: SuggestionsView.Form(
                since: query["since"].isEmpty ? SuggestionQuery.defaultSince : query["since"], until: query["until"],
                clans: try await clanChoices(query["clan"]), countsDeletions: query["deletions"] == "yes"),
            isRunning: run?.isRunning ?? false, percent: run?.percent ?? 0, problem: problem, hasProblem: !problem.isEmpty,
            reports: reports)
    }
}

extension SuggestionsView.Report {
    fileprivate init(_ found: SuggestedChanges, of run: ConsoleRun, in zone: TimeZone, _ texts: Texts) {
        let report = found.report
        let (first, last) = (report.first ?? .distantPast, report.last ?? .distantPast)
        let judged = report.judgements
        self.run = run.number
        isEmpty = report.first == nil
        span = texts.text(
            "suggest_span",
            [
                "entries": "\(report.entries)", "days": SuggestionReport.number(last.timeIntervalSince(first) / 86_400),
                "first": first.stamp(in: zone), "last": last.stamp(in: zone),
            ])
        isShort = last.timeIntervalSince(first) < 7 * 86_400
        var notes = [
            texts.text(
                "suggest_judgements",
                [
                    "hand": "\(judged.byHand)", "standing": "\(judged.standing)", "undone": "\(judged.undone)",
                    "refused": "\(judged.refused)",
                ])
        ]
        if judged.unknownDeletions > 0 {
            notes.append(texts.text("suggest_left_out", ["count": "\(judged.unknownDeletions)"]))
        }
        if !report.sharedRules.isEmpty {
            notes.append(texts.text("suggest_shared", ["rules": report.sharedRules.joined(separator: ", ")]))
        }
        if report.unreadable > 0 { notes.append(texts.text("run_unreadable", ["count": "\(report.unreadable)"])) }
        self.notes = notes
        proposals = found.changes.sorted { $0.key < $1.key }.map { index, change in
            .init(report.thresholds[index], change, at: index, texts)
        }
        hasProposals = !proposals.isEmpty
        others = report.thresholds.filter { $0.reason != nil }.map { .init($0, texts) }
        hasOthers = !others.isEmpty
        loads = report.loads.map { .init($0, texts) }
        hasLoads = !loads.isEmpty
        covered = report.covered.map { rule in
            let others = rule.by.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
            return texts.text(
                "suggest_covered_rule",
                ["rule": rule.rule, "events": "\(rule.events)", "others": others.joined(separator: ", ")])
        }
        hasCovered = !covered.isEmpty
        idle = report.neverActed
        hasIdle = !idle.isEmpty
    }
}

extension SuggestionsView.Proposal {
    fileprivate init(
        _ threshold: SuggestionReport.Threshold, _ change: SuggestedChanges.Change, at index: Int, _ texts: Texts
    ) {
        rule = threshold.rule
        head = "\(threshold.part) \"\(threshold.comparison)\" → \"\(threshold.suggestion ?? "")\""
        place = "\(threshold.file):\(threshold.line):\(threshold.column)"
        href =
            "/editor?"
            + QueryText.query([
                ("file", threshold.file), ("line", "\(threshold.line)"), ("column", "\(threshold.column)"),
            ])
        let figures = [
            ("judged", threshold.evidence(texts)), ("now", threshold.now.sentence(texts)),
            ("then", threshold.then?.sentence(texts)), ("newly_hit", threshold.newlyHit?.sentence(texts)),
            ("no_longer_hit", threshold.noLongerHit?.sentence(texts)),
        ]
        self.figures = figures.compactMap { key, text in
            text.map { SuggestionsView.Figure(label: texts["suggest_\(key)"], text: $0) }
        }
        diff = change.diff.map(RevisionsView.DiffLine.init)
        self.index = index
        canTake = !change.diff.isEmpty
        obstacle = canTake ? "" : change.obstacle.isEmpty ? texts["suggest_moved"] : change.obstacle
    }
}

extension SuggestionsView.OtherNumber {
    fileprivate init(_ threshold: SuggestionReport.Threshold, _ texts: Texts) {
        rule = threshold.rule
        number = "\(threshold.part) \"\(threshold.comparison)\"" + (threshold.suggestion.map { " → \"\($0)\"" } ?? "")
        evidence = threshold.evidence(texts)
        reason = threshold.reason ?? ""
    }
}

extension SuggestionsView.Load {
    fileprivate init(_ load: SuggestionReport.Load, _ texts: Texts) {
        rule = load.rule
        mode = load.mode
        modeText = texts["mode_\(load.mode)"]
        hits = SuggestionReport.number(load.hitsPerWeek)
        measures = load.measuresPerWeek.sorted { $0.key < $1.key }.map { "\($0.key) \(SuggestionReport.number($0.value))" }
            .joined(separator: ", ")
        messages = SuggestionReport.number(load.messagesPerWeek)
        peak = load.peakDay.map { "\($0): \(load.peakHits)" } ?? ""
    }
}

extension SuggestionReport.Threshold {
    fileprivate func evidence(_ texts: Texts) -> String {
        texts.text("suggest_evidence", ["removed": "\(removed)", "kept": "\(letStand)"])
    }
}

extension SuggestionReport.Quality {
    fileprivate func sentence(_ texts: Texts) -> String {
        func share(_ value: Double?) -> String { value.map { "\(SuggestionReport.number(100 * $0)) %" } ?? "–" }
        return texts.text(
            "suggest_quality",
            ["removed": "\(removed)", "kept": "\(letStand)", "precision": share(precision), "recall": share(recall)])
    }
}

extension SuggestionReport.Change {
    fileprivate func sentence(_ texts: Texts) -> String {
        texts.text("suggest_change", ["messages": "\(messages)", "removed": "\(removed)", "kept": "\(letStand)"])
    }
}
