import BotConfiguration

/// `counter: { name, scope, value, distinct }`: the value of a counter at the event's time.
struct CounterCondition: ParsableCondition {
    static let name = "counter"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let counter = fields.require("name", "The counter.")?.text(diagnostics)
        let given = fields.take("scope", "The scope: user, channel, clan, or a sum (default: the ladder's, or user@clan).")
            .map { SubjectScope($0, diagnostics) }
        let value = fields.take("value", "The counter's value, for example `>= 3`.").flatMap {
            Comparison($0, .count, diagnostics)
        }
        let distinct = fields.take("distinct", "The number of distinct values counted, for example `> 4`.").flatMap {
            Comparison($0, .count, diagnostics)
        }
        if let counter, let scope = given ?? compilation.scope(ofCounter: counter) {
            compilation.note(counter: counter, of: scope)
            let decay = compilation.decay(ofCounter: counter)
            let parts = (value: fields.part("value"), distinct: fields.part("distinct"))
            if let value {
                fields.add(
                    FieldCheck([parts.value], meaning: .numbers(.counter(counter, scope), value)) { facts in
                        let key = StateKey(.counter, counter, facts.subject(scope))
                        let count = facts.count(key, decay: decay)
                        return value.decide(parts.value, .count(count), found: MatchDetails(count: count))
                    })
            }
            if let distinct {
                fields.add(
                    FieldCheck([parts.distinct], meaning: .numbers(.distinctCount(counter, scope), distinct)) { facts in
                        let count = facts.stateEntry(StateKey(.counter, counter, facts.subject(scope)))?.seen.count ?? 0
                        return distinct.decide(parts.distinct, .count(count), found: MatchDetails(count: count))
                    })
            }
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
