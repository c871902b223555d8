import BotConfig

/// `author: { is, has_role, lacks_role, is_bot, member_for, messages_seen, name }`: who did it.
struct AuthorPredicate: Predicate {
    static let name = "author"
    let checks: [Check]

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        PersonFields(person: .author).read(&fields)
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
