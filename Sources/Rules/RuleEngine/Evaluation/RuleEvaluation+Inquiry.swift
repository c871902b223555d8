import ChatModel
import Recurrence

/// The explanations of rules, which list every part that rejects the event.
extension RuleEvaluation {
    /// Evaluates a rule for a trigger that fires, and explains it if explanations were requested.
    ///
    /// - Parameter isInside: A Boolean value that indicates whether the rule is known to apply to the event's channel.
    mutating func evaluate(_ rule: CompiledRule, _ trigger: RuleTrigger, isInside: Bool = false) {
        guard let uptime else { return begin(rule, trigger, isInside: isInside) }
        let begun = uptime()
        begin(rule, trigger, isInside: isInside)
        costs.append((rule.id, uptime() - begun))
    }

    private mutating func begin(_ rule: CompiledRule, _ trigger: RuleTrigger, isInside: Bool) {
        if case .reactions(let watch) = trigger.detail, case .reaction(let reaction) = facts.event {
            count(reaction, for: rule, trigger, watch)
        } else if case .rolesChanged(let change) = facts.event, change.added.count + change.removed.count != 1 {
            evaluate(rule, trigger, forEachUserOf: change)
        } else {
            explain(rule, trigger, isInside: isInside)
        }
    }

    mutating func explain(_ rule: CompiledRule, _ trigger: RuleTrigger, isInside: Bool) {
        guard inquiries != nil else { return decide(rule, trigger, isInside: isInside) }
        var inquiry = inquiry(of: rule, trigger)
        let before = outcomes?.count ?? 0
        decide(rule, trigger, isInside: isInside)
        if let outcome = outcomes?.dropFirst(before).first, case .asked(let objections) = inquiry.answer {
            if outcome.hit || outcome.part == "otherwise" {
                inquiry.answer = .acts(outcome.detail)
                inquiry.restsOnState = true
            } else if objections.isEmpty {
                inquiry.answer = .asked([outcome.objection])
                inquiry.restsOnState = true
            }
        }
        // If a counter triggers the rule again, the first answer is kept, because the event itself caused it.
        if inquiries?[rule.id] == nil { inquiries?[rule.id] = inquiry }
    }

    /// Returns every part of a rule that rejects the event.
    mutating func inquiry(of rule: CompiledRule, _ trigger: RuleTrigger) -> RuleInquiry {
        prepare(rule, trigger)
        var list = ObjectionList(facts)
        list.check("in") { rule.applies($0, trigger) ? nil : "`in` excludes this channel" }
        list.check("schedule.calendar") { trigger.skipReason($0).map { "schedule.calendar: \($0)" } }
        if facts.isLate {
            list.check("late") { [self] _ in skipsLate(rule) ? "`late` skips events recovered after an outage" : nil }
        }
        list.check("except") { rule.exemption.exempting($0).map { "`except` exempts it: \($0)" } }
        list.check("limits") { [self] _ in
            isDisabled(rule) ? "disabled because it exceeded its limits (`limits`)" : nil
        }
        list.check("schedule.overlap") { [self] _ in
            overlap(of: rule, trigger) == .skip ? "an earlier run is not finished (`overlap`)" : nil
        }
        // A window that counts nothing in this channel, because no rule that reads it applies there, says nothing about the event.
        if let when = rule.when, rule.windows.isEmpty || rule.windows.isSubset(of: set.reach(of: facts).windows) {
            list.check(when)
        }
        return RuleInquiry(list)
    }

    /// Returns the explanation of a rule that another one stopped, or that does not apply to the channel in any case.
    mutating func inquiry(of rule: CompiledRule, _ trigger: RuleTrigger, stoppedBy other: String) -> RuleInquiry {
        prepare(rule, trigger)
        var list = ObjectionList(facts)
        list.check("in") { rule.applies($0, trigger) ? nil : "`in` excludes this channel" }
        return list.objections.isEmpty ? RuleInquiry(.stopped(by: other), restsOnState: true) : RuleInquiry(list)
    }
}

extension RuleEvaluation.Outcome {
    fileprivate var objection: Objection {
        Objection(part: part, sentence: Miss(part: part, detail: detail).sentence, restsOnState: true)
    }
}
