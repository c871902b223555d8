import BotConfiguration
import ChatModel

/// Finds rules that can never match, because an earlier rule stops all of their events. Reports only unambiguous cases, in which
/// the earlier rule requires nothing that the later one does not require as well.
struct ShadowingReview {
    private let rules: [Reviewed]
    private let diagnostics: DiagnosticCollector

    private static let maxPerCondition = 16  // Rules to compare per condition; more are not needed.

    init(_ rules: [Reviewed], _ diagnostics: DiagnosticCollector) {
        self.rules = rules
        self.diagnostics = diagnostics
    }

    func run() {
        // By condition; under `nil` those without a condition.
        var stoppers: [JSONValue?: [Reviewed]] = [:]
        for later in rules where later.rule.mode != .disabled {
            let conditions = [nil] + (later.when.map { [$0.json] + $0.conjuncts.map(\.json) } ?? [])
            let stopper = conditions.lazy.compactMap { stoppers[$0] }.joined().first { Self.shadows($0, later) }
            if let stopper {
                diagnostics.warning(
                    "shadowed",
                    "'\(later.rule.id)' can never match: '\(stopper.rule.id)' (priority \(stopper.rule.priority)) "
                        + "stops every such event first",
                    at: later.position)
            }
            guard Self.stops(later) else { continue }
            let condition = later.when?.json
            if stoppers[condition, default: []].count < Self.maxPerCondition { stoppers[condition, default: []].append(later) }
        }
    }

    /// Returns whether a rule stops later rules whenever it matches.
    private static func stops(_ reviewed: Reviewed) -> Bool {
        guard reviewed.rule.mode == .enforce, reviewed.rule.cooldown == nil, let then = reviewed.node.child("then") else {
            return false
        }
        let actions = if case .list(let items) = then.kind { items } else { [then] }
        return actions.contains { $0.child("stop")?.json == .string("all") }
    }

    private static func shadows(_ earlier: Reviewed, _ later: Reviewed) -> Bool {
        func isAs(_ key: String) -> Bool { earlier.node.child(key)?.json == later.node.child(key)?.json }
        let isAsLate =
            earlier.rule.late == later.rule.late || earlier.rule.late == RuleLate(.run) || later.rule.late == RuleLate(.skip)
        return isAsLate && (earlier.rule.scope.isEverywhere || earlier.rule.scope == later.rule.scope)
            && (isAs("except") || earlier.node.child("except") == nil && later.node.child("except")?.child("bots") == nil)
            && later.rule.triggers.allSatisfy { trigger in
                earlier.rule.triggers.contains { $0.kind == trigger.kind && ($0.detail == .none || $0.detail == trigger.detail) }
            }
    }
}
