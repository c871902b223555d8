import BotKit
import ChatModel
import Foundation

/// Finds rules whose measures were all taken by other rules as well.
struct RuleCoverage {
    /// A measure for which another rule may have taken an equal or a stronger one.
    private enum Measure: Hashable {
        case deletion(MessageID)
        case warning(UserID)
        case ban(UserID, until: Date?)
        case member(MemberAction)
        /// A record about a user that no other measure takes the place of.
        case other(String, UserID)

        func isCovered(by others: Set<Measure>) -> Bool {
            if others.contains(self) { return true }
            switch self {
            case .deletion, .other: return false
            case .warning(let user): return others.contains { $0.restricts(user) }
            case .ban(let user, let until):
                return others.contains { if case .ban(user, let end) = $0 { Self.isLasting(end, as: until) } else { false } }
            case .member(.mute(let user, let channel, let until, _)):
                return others.contains { other in
                    if case .member(.mute(user, channel, let end, _)) = other { return Self.isLasting(end, as: until) }
                    return other.removes(user)
                }
            case .member(.kick(let user, _, _)): return others.contains { $0.removes(user) }
            case .member(.addRole(let role, let user, _)):
                return others.contains { if case .member(.addRole(role, to: user, of: _)) = $0 { true } else { false } }
            case .member(.removeRole(let role, let user, _)):
                return others.contains { if case .member(.removeRole(role, from: user, of: _)) = $0 { true } else { false } }
            case .member: return false
            }
        }

        private func removes(_ user: UserID) -> Bool {
            switch self {
            case .ban(user, _), .member(.kick(user, of: _, reason: _)): true
            default: false
            }
        }

        private func restricts(_ user: UserID) -> Bool {
            if case .member(.mute(user, in: _, until: _, reason: _)) = self { return true }
            return self == .warning(user) || removes(user)
        }

        private static func isLasting(_ end: Date?, as until: Date?) -> Bool {
            guard let end else { return true }
            return until.map { $0 <= end } ?? false
        }
    }

    private struct Tally {
        /// The events on which the rule took measures, and those on which others took them too.
        var events = 0
        var covered = 0
        /// The numbers of events on which other rules took some of the measures.
        var others: [String: Int] = [:]
        /// A Boolean value that indicates whether the rule acted without measures.
        var doesMore = false
    }

    private var tallies: [String: Tally] = [:]

    /// Adds what rules do about one event. Results in shadow mode are left out: they have no effect.
    mutating func add(_ results: [String: [AuthorResult]], on event: Event) {
        let measures = results.mapValues { results in
            results.filter { !$0.isShadow }.reduce(into: Set<Measure>()) { $0.formUnion(Self.measures(of: $1, on: event)) }
        }
        for (rule, own) in measures where results[rule]?.contains(where: { !$0.isShadow }) == true {
            guard !own.isEmpty else {
                tallies[rule, default: Tally()].doesMore = true
                continue
            }
            tallies[rule, default: Tally()].events += 1
            let others = measures.filter { $0.key != rule && !$0.value.isEmpty }
            let all = others.values.reduce(into: Set<Measure>()) { $0.formUnion($1) }
            guard own.allSatisfy({ $0.isCovered(by: all) }) else { continue }
            tallies[rule, default: Tally()].covered += 1
            for (other, theirs) in others where own.contains(where: { $0.isCovered(by: theirs) }) {
                tallies[rule, default: Tally()].others[other, default: 0] += 1
            }
        }
    }

    /// The rules of which every measure was taken by others too, by id.
    var covered: [SuggestionReport.Covered] {
        tallies.filter { $0.value.events > 0 && $0.value.covered == $0.value.events && !$0.value.doesMore }.map { rule, tally in
            SuggestionReport.Covered(rule: rule, events: tally.events, by: tally.others)
        }.sorted { $0.rule < $1.rule }
    }

    private static func measures(of result: AuthorResult, on event: Event) -> Set<Measure> {
        var measures: Set<Measure> = []
        for action in result.actions {
            if case .delete(let message, _) = action { measures.insert(.deletion(message ?? event.message)) }
            if let member = action.onMember { measures.insert(.member(member)) }
        }
        for draft in result.cases {
            switch draft.kind {
            case "delete", "mute", "kick", "add_role", "remove_role": break
            case "warn": measures.insert(.warning(draft.user))
            case "ban": measures.insert(.ban(draft.user, until: draft.until))
            default: measures.insert(.other(draft.kind, draft.user))
            }
        }
        return measures
    }
}
