import Recurrence

/// The explanations of rules, which list every part that rejects the event.
extension RuleEvaluation {
    /// Evaluates a rule for a trigger that fires, and explains it if explanations were requested.
    mutating func evaluate(_ rule: CompiledRule, _ trigger: RuleTrigger) {
        guard inquiries != nil else { return decide(rule, trigger) }
        var inquiry = inquiry(of: rule, trigger)
        let before = outcomes.count
        decide(rule, trigger)
        if outcomes.count > before, case .asked(let objections) = inquiry.answer {
            let outcome = outcomes[before]
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
        if let when = rule.when { list.check(when) }
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
