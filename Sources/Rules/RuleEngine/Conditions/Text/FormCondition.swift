import BotConfiguration

/// `form: { field, is, value, text }`: a field of a submitted form.
struct FormCondition: ParsableCondition {
    static let name = "form"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let checks = DataConditionFields(data: .form).checks(node, compilation) else { return nil }
        self.checks = checks
    }
}
