import BotKit
import ChatModel
import Foundation
import Storage

/// The effective decision of a set of rules about one entry, by author.
struct EntryDecision: Equatable {
    /// The actions of one author.
    struct Part: Equatable {
        var isShadow: [Bool] = []
        var summaries: [String] = []
        var actions: [Action] = []
        var onError: [AuthorResult.OnError] = []
        var cases: [CaseDraft] = []
    }

    /// The difference for one author between two sets of rules.
    struct Change: Equatable {
        var kind: BacktestDifference.Kind
        var author: String
        var before: String
        var after: String
        var severity: ActionSeverity
    }

    private var parts: [String: Part] = [:]
    /// The authors in the order in which they act.
    private var authors: [String] = []
    private var reasons: [String: [String]] = [:]
    private let misses: [RuleDecision.Miss]

    init(_ decision: RuleDecision) {
        misses = decision.misses
        for result in decision.results {
            if parts[result.author] == nil { authors.append(result.author) }
            var part = parts[result.author] ?? Part()
            part.isShadow.append(result.isShadow)
            part.summaries.append(Self.summary(result))
            part.actions += result.actions
            part.onError += result.onError
            // The strike only affects later decisions and is not compared.
            part.cases += result.cases.map { draft in
                var draft = draft
                draft.strike = nil
                return draft
            }
            parts[result.author] = part
            reasons[result.author, default: []].append(result.reason)
        }
    }

    /// Returns whether the actions are equal. Reasons are ignored.
    static func == (left: EntryDecision, right: EntryDecision) -> Bool { left.parts == right.parts }

    /// Returns the reason for which an author acts or does not; nil if it does not, and that is not recorded.
    func reason(of author: String) -> String? {
        reasons[author]?.joined(separator: "; ") ?? misses.last { $0.author == author }?.reason
    }

    /// The number of requests of each kind: the measures against members, and other actions. Those in shadow mode are left out.
    var requests: [String: Int] {
        parts.values.reduce(into: [:]) { counts, part in
            guard !part.isShadow.contains(true) else { return }
            let measures = part.cases.map(\.kind)
            // A ban is also a kick, and a measure in several channels is one.
            let actions = part.actions.map(\.kind).filter { !["mute", "kick"].contains($0) && !measures.contains($0) }
            for kind in measures + actions { counts[kind, default: 0] += 1 }
        }
    }

    /// The mutes that are longer or in more channels, and the deletions of more messages, than those of the same authors in another
    /// decision, by kind.
    func harsher(than other: EntryDecision) -> [String: Int] {
        var counts: [String: Int] = [:]
        for (author, part) in parts where !part.isShadow.contains(true) {
            guard let others = other.parts[author], !others.isShadow.contains(true) else { continue }
            for kind in ["mute", "delete"] {
                let (mine, theirs) = (part.extent(of: kind), others.extent(of: kind))
                guard mine.count > 0, theirs.count > 0, mine.count > theirs.count || mine.end > theirs.end else { continue }
                counts[kind, default: 0] += 1
            }
        }
        return counts
    }

    func changes(to other: EntryDecision) -> [Change] {
        let all = authors + other.authors.filter { parts[$0] == nil }
        return all.compactMap { author in
            let (before, after) = (parts[author], other.parts[author])
            guard before != after else { return nil }
            let kind: BacktestDifference.Kind = before == nil ? .newlyHit : after == nil ? .noLongerHit : .otherAction
            let done = before?.summaries.joined(separator: "; ") ?? "nothing"
            let mute = before.flatMap { before in after.flatMap { before.changeOfMute(to: $0) } }
            return Change(
                kind: kind, author: author, before: done,
                after: (after?.summaries.joined(separator: "; ") ?? "nothing").distinguished(
                    from: done, by: mute ?? "different content"),
                severity: max(ActionSeverity(before), ActionSeverity(after)))
        }
    }

    private static func summary(_ result: AuthorResult) -> String {
        let what =
            result.summary.isEmpty ? result.actions.map(\.kind).joined(separator: ", ") : result.summary
        return result.isShadow ? Trace.shadowPrefix + what : what
    }
}

extension EntryDecision.Part {
    /// The number of actions of a kind, and the end of the longest one.
    fileprivate func extent(of kind: String) -> (count: Int, end: Date) {
        let fitting = actions.filter { $0.kind == kind }
        let ends = fitting.map { action in
            if case .mute(_, _, let until, _) = action.onMember { until ?? .distantFuture } else { Date.distantPast }
        }
        return (fitting.count, ends.max() ?? .distantPast)
    }

    /// The difference between the longest mutes in words, for example `mute 57m longer`; nil if both end alike or one has none.
    fileprivate func changeOfMute(to other: EntryDecision.Part) -> String? {
        let (before, after) = (extent(of: "mute"), other.extent(of: "mute"))
        guard before.count > 0, after.count > 0, before.end != after.end else { return nil }
        if after.end == .distantFuture { return "mute now permanent" }
        if before.end == .distantFuture { return "mute no longer permanent" }
        let seconds = Int(after.end.timeIntervalSince(before.end).rounded())
        return "mute \(DurationText.text(seconds: abs(seconds))) \(seconds > 0 ? "longer" : "shorter")"
    }
}

/// The severity of a decision's actions for a user.
enum ActionSeverity: Int, Comparable {
    case talk, content, silence, removal

    static func < (left: ActionSeverity, right: ActionSeverity) -> Bool { left.rawValue < right.rawValue }

    init(_ part: EntryDecision.Part?) {
        let kinds = Set((part?.actions ?? []).map(\.kind) + (part?.cases ?? []).map(\.kind))
        self =
            !kinds.isDisjoint(with: ["kick", "ban"])
            ? .removal
            : !kinds.isDisjoint(with: ["mute", "remove_role"])
                ? .silence : !kinds.isDisjoint(with: ["delete", "warn"]) ? .content : .talk
    }
}
