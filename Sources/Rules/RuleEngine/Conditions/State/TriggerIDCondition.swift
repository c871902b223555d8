import BotConfiguration

/// `trigger_id: evening`, or a list of ids: the trigger of the rule that fired.
struct TriggerIDCondition: ParsableCondition {
    static let name = "trigger_id"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let items = node.items(diagnostics) else { return nil }
        let before = diagnostics.errors
        let known = compilation.triggerIDs
        let ids = items.compactMap { item -> String? in
            guard let id = item.text(diagnostics) else { return nil }
            // A condition outside a rule, such as a global exemption, does not know the triggers.
            guard known.isEmpty || known.contains(id) else {
                diagnostics.unknownWord(
                    id, at: item.position, code: "unknown-trigger-id",
                    message: "no trigger of this rule has the id '\(id)'; known ids: \(known.joined(separator: ", "))",
                    candidates: known)
                return nil
            }
            return id
        }
        guard diagnostics.errors == before else { return nil }
        checks = [
            FieldCheck([Self.name], meaning: .values(.trigger, ids)) { facts in
                let detail = "it is \(facts.trigger)"
                return ids.contains(facts.trigger) ? .holds(Reason(Self.name, detail)) : .fails(Self.name, detail)
            }
        ]
    }
}
