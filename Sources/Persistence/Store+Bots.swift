import GRDB

/// What bots remember.
extension Store {
    /// Queues a record and the changes that belong to it, to be durable before anything that is asked for later. Returns at once.
    ///
    /// What rules decided by then is durable with it: they may have asked for what the bot did.
    /// - Parameter stored: called once it is durable.
    package func record(_ row: InvocationRow, _ changes: [BotStateRow], then stored: @escaping @Sendable () -> Void) {
        commits.queue { [decisions] in
            decisions.needAll()
            try BotTable.insert(row, changes, into: $0)
        } then: {
            stored()
        }
    }

    package func botState(of bot: String, under key: String) async throws -> BotStateRow? {
        try await database.read { try BotTable.state(of: bot, under: key, in: $0) }
    }

    /// All that a bot has stored, also by another build.
    package func botStates(of bot: String) async throws -> [BotStateRow] {
        try await database.read { try BotTable.states(of: bot, in: $0) }
    }

    /// Changes what bots remember, all of it or nothing.
    package func write(_ states: [BotStateRow]) async throws {
        try await commits.commit { database in for state in states { try BotTable.write(state, in: database) } }
    }

    /// What bots came to about entries that have no turn yet.
    package func openBotRecords() async throws -> [InvocationRow] {
        try await database.read { try BotTable.open(after: try CheckpointTable.value(of: .turnedThrough, in: $0), in: $0) }
    }
}

extension JournalReader {
    package func botMemorySizes() async throws -> [BotStateSize] {
        try await database.read { try BotTable.sizes(in: $0) }
    }
}
