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
            [fields] in fields.threshold("value", .count, $0)
        }
        let distinct = fields.take("distinct", "The number of distinct values counted, for example `> 4`.").flatMap {
            [fields] in fields.threshold("distinct", .count, $0)
        }
        if let counter, let scope = given ?? compilation.scope(ofCounter: counter) {
            compilation.note(counter: counter, of: scope)
            let decay = compilation.decay(ofCounter: counter)
            if let value {
                Self.add(value, .counter(counter, scope), &fields) { facts in
                    facts.count(StateKey(.counter, counter, facts.subject(scope)), decay: decay)
                }
            }
            if let distinct {
                Self.add(distinct, .distinctCount(counter, scope), &fields) { facts in
                    facts.stateEntry(StateKey(.counter, counter, facts.subject(scope)))?.seen.count ?? 0
                }
            }
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    private static func add(
        _ threshold: ConditionThreshold, _ feature: Feature, _ fields: inout FieldReader,
        _ count: @escaping @Sendable (Facts) -> Int
    ) {
        let measured = MeasuredThreshold(threshold: threshold) { Double(count($0)) }
        fields.add(
            FieldCheck([threshold.part], meaning: .numbers(feature, threshold.comparison), threshold: measured) { facts in
                let count = count(facts)
                return threshold.comparison.decide(threshold.part, .count(count), found: MatchDetails(count: count))
            })
    }
}
