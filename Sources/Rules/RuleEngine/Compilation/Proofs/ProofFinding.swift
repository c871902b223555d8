import BotConfiguration

/// Something that is certain of rules and surely not meant.
struct ProofFinding: Sendable {
    enum Claim: Sendable {
        /// No event makes the rule act.
        case neverActs(CompiledRule)
        /// No event of the rule meets a part of its condition, together with the parts that must hold beside it.
        case neverHolds(ConditionExpression, of: CompiledRule)
        case alwaysHolds(ConditionExpression, of: CompiledRule)
        /// Whenever the first condition holds, so does the other.
        case implies(ConditionExpression, ConditionExpression, of: CompiledRule)
        /// The first rule stops every event on which the other would act.
        case stops(CompiledRule, CompiledRule)
        /// The first rule acts on every event on which the other does.
        case covers(CompiledRule, CompiledRule)
        /// The rules trigger each other without end.
        case triggersEndlessly([CompiledRule])
    }

    let claim: Claim
    let diagnostic: Diagnostic
    /// The event that showed it; `nil` for what no event shows.
    var example: ExampleEvent?
}
