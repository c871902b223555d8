import BotConfiguration

/// `var: { name, scope, is }`: a variable stored by `set`. Without `is`, the condition holds if the variable is set.
struct VarCondition: ParsableCondition {
    static let name = "var"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let name = fields.require("name", "The variable.")?.text(diagnostics)
        let scope =
            fields.take("scope", "The scope: event, user, channel, clan, or a sum (default: the narrowest in which it is set).")
            .map {
                VariableScope($0, diagnostics)
            }
            ?? .nearest
        let values = fields.items("is", "The value, or a list of values.")?.compactMap { item in
            // `false` or `12`, which YAML readers may convert to other types, is compared as text.
            item.scalarText ?? item.text(diagnostics)
        }
        if let name, let scope {
            let part = fields.part(values == nil ? "name" : "is")
            let allowed = values.map { ValueSet($0) } ?? .anyKnown
            fields.add(
                FieldCheck([part], meaning: .literal(.variable(name, scope), .values(allowed))) { facts in
                    guard let value = scope.value(name, facts) else { return .fails(part, "'\(name)' is not set") }
                    let detail = "'\(name)' is '\(value.prefix(60))'"
                    return values?.contains(value) ?? true ? .holds(Reason(part, detail)) : .fails(part, detail)
                })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
