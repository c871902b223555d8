import BotConfiguration

/// `target: { … }`, with the fields of `author`: the user who was replied to, mentioned, reacted to, or given a role.
struct TargetCondition: ParsableCondition {
    static let name = "target"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        UserConditionFields(user: .target).read(&fields)
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
