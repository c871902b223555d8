import ChatModel
import PatternMatching

@testable import RuleEngine

/// Searches for an event that contradicts a finding, by playing many events to the real engine.
struct ProofOracle {
    let set: RuleSet
    let events: Int
    let seed: UInt64

    /// Returns an event that contradicts a finding; `nil` if none was found.
    func counterexample(to claim: ProofFinding.Claim) -> RuleTestInput? {
        switch claim {
        case .neverActs(let rule): return event(for: rule) { outcome(of: rule, $0, $1) }
        case .neverHolds(let condition, let rule): return event(for: rule, condition) { outcome(of: $0, $1, $2) }
        case .alwaysHolds(let condition, let rule): return event(for: rule, .not(condition)) { outcome(of: $0, $1, $2) }
        case .implies(let narrow, let wide, let rule):
            return event(for: rule, .all([narrow, .not(wide)])) { outcome(of: $0, $1, $2) }
        case .stops(_, let later):
            // Among all rules of the set, as they are.
            return event(for: later) { input, trigger in
                outcomes(set, later, input, trigger).contains { $0.rule == later.id && $0.isAct }
            }
        case .covers(let wide, let narrow):
            let order = [wide, narrow].sorted { index(of: $0) < index(of: $1) }
            return event(for: narrow) { input, trigger in
                let together = outcomes(set.isolated(with: order), narrow, input, trigger)
                return together.contains { $0.rule == narrow.id && $0.hit } && !together.contains { $0.rule == wide.id && $0.hit }
            }
        case .triggersEndlessly: return nil
        }
    }

    private func index(of rule: CompiledRule) -> Int { set.rules.firstIndex { $0.id == rule.id } ?? 0 }

    private func event(
        for rule: CompiledRule, _ condition: ConditionExpression,
        _ contradicts: (CompiledRule, RuleTestInput, RuleTrigger) -> Bool
    ) -> RuleTestInput? {
        let variant = rule.replacing(when: condition)
        return event(for: variant) { contradicts(variant, $0, $1) }
    }

    private func event(for rule: CompiledRule, _ contradicts: (RuleTestInput, RuleTrigger) -> Bool) -> RuleTestInput? {
        var random = RandomEvent(seed: seed)
        let seeds = likely(rule)
        for number in 0..<events {
            let base = seeds.isEmpty ? nil : seeds[number % seeds.count]
            let input = base == nil || number.isMultiple(of: 3) ? random.input() : random.input(like: base ?? RuleTestInput())
            for trigger in rule.triggers {
                var input = input
                if let command = trigger.command { input.text = "*\(command) \(input.text)" }
                if contradicts(input, trigger) { return input }
            }
        }
        return nil
    }

    /// Events that meet parts of the rule's condition.
    private func likely(_ rule: CompiledRule) -> [RuleTestInput] {
        var parts: [Formula] = []
        func collect(_ formula: Formula) {
            parts.append(formula)
            switch formula {
            case .all(let inner), .any(let inner): inner.forEach(collect)
            case .literal, .unknown: break
            }
        }
        collect(rule.when?.formula ?? .always)
        let builder = ExampleEventBuilder(rule: rule, trigger: rule.triggers[0], prefix: "*")
        return parts.prefix(40).flatMap { (FormulaSolver.cubes(of: $0) ?? []).prefix(4) }.flatMap { builder.inputs($0).prefix(6) }
    }

    private func outcome(of rule: CompiledRule, _ input: RuleTestInput, _ trigger: RuleTrigger) -> Bool {
        outcomes(set.isolated(with: rule), rule, input, trigger).contains { $0.hit }
    }

    private func outcomes(
        _ set: RuleSet, _ rule: CompiledRule, _ input: RuleTestInput, _ trigger: RuleTrigger
    ) -> [RuleEvaluation.Outcome] {
        let test = RuleTest(name: "", given: input, expected: RuleTestExpectation(hit: true), position: rule.position)
        return RuleTestRunner(set: set, rule: rule, test: test, trigger: trigger).outcomes()
    }
}
