import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// The trace of an entry, as `mezon-bot rules explain` reports it, with the text of the rules that decided.
struct TraceView: Sendable {
    struct Step: Sendable {
        let who: String
        let what: String
        let reasons: [String]
        let deliveries: [String]
        /// `acted`, `missed` or `failed`, which the style sheet colours.
        let state: String
        let source: [RuleExcerpt]
        /// The query for what would have turned the decision of the rule around; empty for what is no rule.
        let whyQuery: String
        let hasWhy: Bool
    }

    /// The changes that would have reversed the decision of a rule.
    struct WhyNot: Sendable {
        let rule: String
        let lines: [String]
    }

    struct Inactive: Sendable {
        let rule: String
        let objection: String
        let whyQuery: String
    }

    let sequence: Int64
    let at: String
    let kind: String
    let place: String
    let author: String
    let text: String
    let hasText: Bool
    let isLate: Bool
    let isOwn: Bool
    let isPending: Bool
    let decidedAt: String
    let isDecided: Bool
    let revision: String
    let hasRevision: Bool
    let steps: [Step]
    let inactive: [Inactive]
    let hasInactive: Bool
    /// The answer for the rule that was asked about.
    let whyNot: [WhyNot]
    /// The rules that were not evaluated: of another trigger or channel, or disabled.
    let unevaluated: String
    let hasUnevaluated: Bool
    /// A Boolean value that indicates whether a test can be made of the entry.
    let canTest: Bool
    let before: [Int]
    let previous: Int64
    let next: Int64
    let hasPrevious: Bool
    let hasNext: Bool
}

extension ConsoleContext {
    /// Inactive rules that are listed, as `rules explain` does.
    private static let maxInactive = 40

    /// - Parameter whyNot: What was asked besides.
    /// - Throws: `ScreenError.notFound`.
    func trace(of sequence: Int64, whyNot: [TraceView.WhyNot] = []) async throws -> TraceView {
        let today = try await reader.directoryLookup()
        // Rule state is not restored: it would replay the journal for every visit.
        let explainer = Explainer(reader: reader, lookup: today, zone: zone)
        let places = try await places()
        let explanation = try await explainer.explanation(ofEntry: sequence, me: 0, visible: places.visible)
        guard let report = explanation?.entries.first else {
            throw ScreenError.notFound
        }
        let revision = try await report.revision.asyncFlatMap { note in
            try await reader.revisions().first { $0.version == note.version }
        }
        // The text of a rule may name other clans.
        let excerpts = scope.isEverything ? revision.map(RuleExcerpts.init) : nil
        let silent = try await silent(report)
        let looked = silent.filter(\.didLook)
        let others = silent.filter { !$0.didLook }.map(\.rule)
        let next = try await reader.firstSequence(after: sequence) ?? 0
        return TraceView(
            sequence: sequence, at: report.at.stamp(in: zone), kind: report.kind, place: report.channel, author: report.author,
            text: report.text, hasText: !report.text.isEmpty, isLate: report.isLate, isOwn: report.isOwn,
            isPending: report.decidedAt == nil && !report.isOwn, decidedAt: report.decidedAt?.stamp(in: zone) ?? "",
            isDecided: report.decidedAt != nil, revision: report.revision?.version ?? "", hasRevision: report.revision != nil,
            steps: report.steps.map { TraceView.Step($0, excerpts) },
            inactive: looked.prefix(Self.maxInactive).map {
                .init(rule: $0.rule, objection: $0.why, whyQuery: QueryText.query([("why", $0.rule)]))
            },
            hasInactive: !looked.isEmpty, whyNot: whyNot,
            unevaluated: others.prefix(Self.maxInactive).joined(separator: ", "), hasUnevaluated: !others.isEmpty,
            canTest: scope.isEverything && !report.isOwn && !report.kind.hasPrefix("system"), before: FixtureMaker.before,
            previous: sequence - 1, next: next, hasPrevious: sequence > 1 && scope.isEverything,
            hasNext: next > 0 && scope.isEverything)
    }

    /// The rules without a step, as far as the session sees them.
    private func silent(_ report: Explanation.EntryReport) async throws -> [Explanation.InactiveRule] {
        guard !scope.isEverything else { return report.silent }
        let visible = Set(try await visibleRules().map(\.id))
        return report.silent.filter { visible.contains($0.rule) }
    }
}

extension TraceView.Step {
    fileprivate init(_ step: Explanation.Step, _ excerpts: RuleExcerpts?) {
        who = step.who
        what = step.what
        reasons = ([step.why] + step.also).filter { !$0.isEmpty }
        deliveries = step.deliveries
        state =
            switch step.what {
            case "no", Trace.skip, "pass": "missed"
            case Trace.failed, Trace.withheld, Trace.held, "drop": "failed"
            default: "acted"
            }
        let rule = step.who.hasPrefix("rule:") ? String(step.who.dropFirst("rule:".count)) : nil
        whyQuery = rule.map { QueryText.query([("why", $0)]) } ?? ""
        hasWhy = rule != nil
        source = rule.flatMap { excerpts?.excerpt(of: $0, reasons: [step.why] + step.also) }.map { [$0] } ?? []
    }
}

extension Optional {
    fileprivate func asyncFlatMap<Value>(_ transform: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
