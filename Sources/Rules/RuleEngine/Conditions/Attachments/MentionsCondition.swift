import BotConfiguration
import ChatModel

/// `mentions: { users, unique_users, roles, total, everyone, includes, me }`: the mentions in the event's message.
struct MentionsCondition: ParsableCondition {
    static let name = "mentions"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        fields.compare("users", .count, "The number of user mentions, for example `> 5`.", of: .mentionedUsers) {
            .count($0.mentionedUsers.count)
        }
        fields.compare(
            "unique_users", .count, "The number of distinct users mentioned, for example `> 8`.", of: .distinctMentionedUsers
        ) {
            .count(Set($0.mentionedUsers).count)
        }
        fields.compare("roles", .count, "The number of distinct roles mentioned.", of: .mentionedRoles) {
            .count(Set($0.mentionedRoles).count)
        }
        fields.compare("total", .count, "The number of distinct users and roles mentioned together, for example `> 5`.") {
            .count(Set($0.mentionedUsers).count + Set($0.mentionedRoles).count)
        }
        fields.truth(
            "everyone", "Whether everyone is mentioned (@here).", of: .mentionsEveryone, yes: "everyone is mentioned",
            no: "there is no mention of everyone"
        ) { $0.mentions.contains { $0.user == Mention.everyone } }
        Self.readIncludes(&fields)
        fields.truth(
            "me", "Whether the bot is mentioned.", of: .mentionsBot, yes: "the bot is mentioned", no: "the bot is not mentioned"
        ) {
            facts in
            facts.mentions.contains { $0.user == facts.me }
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    private static func readIncludes(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        guard let items = fields.items("includes", "Users or roles, by name; at least one of them is mentioned.") else { return }
        let wanted = Set(items.compactMap { compilation.names.userOrRole($0, compilation.diagnostics) })
        let part = fields.part("includes")
        fields.add(
            FieldCheck([part], meaning: .literal(.mentioned, .items(ItemSets(anyOf: Set(wanted.map(\.number)))))) { facts in
                let mention = facts.mentions.first { wanted.contains(.user($0.user)) || wanted.contains(.role($0.role)) }
                guard let mention else { return .fails(part, "none of \(wanted.count) is mentioned") }
                return .holds(Reason(part, mention.role.isNone ? "user \(mention.user)" : "role \(mention.role)"))
            })
    }
}

extension Facts {
    var mentions: [Mention] { message?.mentions ?? [] }

    /// The mentioned users, without mentions of everyone.
    fileprivate var mentionedUsers: [UserID] { mentions.map(\.user).filter { !$0.isNone && $0 != Mention.everyone } }
    fileprivate var mentionedRoles: [RoleID] { mentions.map(\.role).filter { !$0.isNone } }
}
