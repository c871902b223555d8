import BotConfig

/// `target: { … }`, with the fields of `author`: the person who was replied to, mentioned, reacted to, or given a role.
struct TargetPredicate: Predicate {
    static let name = "target"
    let checks: [Check]

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        PersonFields(person: .target).read(&fields)
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
