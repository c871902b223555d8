import BotConfig
import MezonModel

/// A rule, ready to decide.
struct Rule: Sendable {
    var id: String
    var title: String
    var mode: RuleMode
    var priority: Int
    var triggers: Set<RuleTrigger>
    var scope: RuleScope
    var exemption: RuleExemption
    var late: LatePolicy
    /// `nil` for always.
    var when: Condition?
    var then: [any RuleAction]
    var place: Place

    var author: String { "rule:" + id }

    /// Whether the rule hits, with its reason, or which part of it said no.
    func decide(_ facts: Facts) -> Decision {
        if facts.isLate, late == .skip { return .fails("late") }
        if !scope.contains(facts.message.channel, of: facts.message.clan) { return .fails("in") }
        if exemption.covers(facts.message) { return .fails("except") }
        return when?.decide(facts) ?? .holds(Reason("always"))
    }
}
