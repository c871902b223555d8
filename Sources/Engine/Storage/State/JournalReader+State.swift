extension JournalReader {
    package func botStateSizes() async throws -> [BotStateSize] {
        try await database.read { try BotTable.sizes(in: $0) }
    }

    package func botState(of bot: String, under key: String) async throws -> BotStateRow? {
        try await database.read { try BotTable.state(of: bot, under: key, in: $0) }
    }

    /// The enforced rule state of a kind.
    package func ruleState(ofKind kind: String) async throws -> [RuleStateRow] {
        try await database.read { try RuleStateTable.state(ofKind: kind, in: $0) }
    }

    /// The values under a key of the rule state, of enforced rules and of those in shadow mode.
    package func ruleState(ofKind kind: String, named name: String, about subject: String) async throws -> [RuleStateRow] {
        try await database.read { try RuleStateTable.values(ofKind: kind, named: name, about: subject, in: $0) }
    }
}
