import BotConfiguration

/// Finds parts of a condition that never hold, always hold, or are covered by others.
struct ConditionProof {
    let region: RuleRegion
    let search: ExampleEventSearch
    let findings: ProofCollector

    private static let maxAlternatives = 16  // Alternatives are compared in pairs.

    private var rule: CompiledRule { region.rule }

    /// Reviews conditions that must all hold, and returns whether they can.
    ///
    /// - Parameter context: What else must hold.
    @discardableResult
    func review(_ parts: [LocatedCondition], within context: [LocatedCondition] = []) -> Bool {
        let whole = parts.map(\.formula)
        if FormulaSolver.refutesForVisibleText(.all(whole)) {
            // A single alternative list is impossible because each of its items is.
            if parts.count == 1, case .any(let items) = parts[0].kind, !items.contains(where: { review($0.conjuncts) }) {
                return false
            }
            report(core(of: parts), among: parts)
            return false
        }
        if !context.isEmpty, FormulaSolver.refutes(.all(context.map(\.formula) + whole)) {
            report(core(of: context + parts), among: parts)
            return false
        }
        for (index, part) in parts.enumerated() {
            review(part, within: context + parts[..<index] + parts[(index + 1)...])
        }
        return true
    }

    private func review(_ part: LocatedCondition, within context: [LocatedCondition]) {
        switch part.kind {
        case .any(let alternatives):
            let possible = alternatives.filter { review($0.conjuncts, within: context) }
            if possible.count <= Self.maxAlternatives { reviewCoverage(of: possible, within: context) }
        case .not(let inner):
            if !FormulaSolver.refutes(inner.formula) { review(inner.conjuncts) }
        case .all, .field: break
        }
        guard FormulaSolver.proves(part.formula) else { return }
        findings.add(
            .alwaysHolds(part.expression, of: rule), "always-true", "this always holds", at: part.position,
            suggestion: "remove it, or change the values")
    }

    /// Reports alternatives that hold only when another one does.
    private func reviewCoverage(of alternatives: [LocatedCondition], within context: [LocatedCondition]) {
        for (index, narrow) in alternatives.enumerated() {
            let wider = alternatives.indices.first { other in
                // Of two that say the same, the second is reported.
                other != index && implies(narrow, alternatives[other])
                    && (other < index || !implies(alternatives[other], narrow))
            }
            guard let wider else { continue }
            let wide = alternatives[wider]
            let variant = rule.replacing(when: .all(context.map(\.expression) + [narrow.expression, wide.expression]))
            let all = Formula.all([region.scope, region.exemption, narrow.formula] + context.map(\.formula))
            guard let cubes = FormulaSolver.cubes(of: all),
                let example = search.example(of: variant, in: cubes, isShown: { _ in true })
            else { continue }
            findings.add(
                .implies(narrow.expression, wide.expression, of: rule), "covered-alternative",
                "this alternative changes nothing: whenever it holds, so does '\(wide.name)' (\(wide.position.inFile))",
                at: narrow.position, suggestion: "remove one of the two", example: example)
        }
    }

    private func implies(_ narrow: LocatedCondition, _ wide: LocatedCondition) -> Bool {
        FormulaSolver.refutes(.all([narrow.formula, wide.formula.negated]))
    }

    /// The fields with a single value, of which a list names the alternatives.
    private static let singleValued: Set<String> = ["time.days", "author.is", "target.is", "reply.is", "channel.type"]

    private static func suggestion(_ part: LocatedCondition, _ others: [LocatedCondition]) -> String {
        guard let other = others.first else { return "change or remove it" }
        if others.count == 1, part.name == other.name, singleValued.contains(part.name) {
            return "write [\((other.values + part.values).joined(separator: ", "))] once for any of them"
        }
        return "change or remove one of the two, or write any: [ … ] for either"
    }

    /// Returns the fewest parts that exclude each other, as far as removing one after the other shows.
    private func core(of parts: [LocatedCondition]) -> [LocatedCondition] {
        var core = parts
        for part in parts.indices.reversed() where core.count > 1 {
            var fewer = core
            fewer.remove(at: part)
            if FormulaSolver.refutesForVisibleText(.all(fewer.map(\.formula))) { core = fewer }
        }
        return core
    }

    private func report(_ core: [LocatedCondition], among parts: [LocatedCondition]) {
        let own = core.last { part in parts.contains { $0.position == part.position } }
        guard let last = own ?? core.last else { return }
        let others = core.filter { $0.position != last.position }
        let beside = others.map { "'\($0.name)' (\($0.position.inFile))" }.joined(separator: " and ")
        findings.add(
            .neverHolds(.all(core.map(\.expression)), of: rule), "never-true",
            "this never holds" + (others.isEmpty ? "" : " together with \(beside)"), at: last.position,
            suggestion: Self.suggestion(last, others))
    }
}

extension SourcePosition {
    /// The line and column.
    var inFile: String { "\(line):\(column)" }
}
