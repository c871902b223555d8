import BotConfiguration

/// `author: { is, in_list, has_role, lacks_role, is_bot, member_for, account_age, messages_seen, thread_starter, cases, name }`: the user who caused the event.
struct AuthorCondition: ParsableCondition {
    static let name = "author"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        UserConditionFields(user: .author).read(&fields)
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
