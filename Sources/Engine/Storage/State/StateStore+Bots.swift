import GRDB

/// The state and records of bots.
extension Store {
    /// Queues a record and its state changes; they become durable before any later write. Returns at once.
    ///
    /// All rule decisions so far become durable with it, because they may have invoked the bot.
    /// - Parameter stored: called once the record is durable.
    package func record(_ row: InvocationRow, _ changes: [BotStateRow], then stored: @escaping @Sendable () -> Void) {
        commits.queue { [decisions] in
            decisions.includeAll()
            try BotTable.insert(row, changes, into: $0)
        } then: {
            stored()
        }
    }

    package func botState(of bot: String, under key: String) async throws -> BotStateRow? {
        try await database.read { try BotTable.state(of: bot, under: key, in: $0) }
    }

    /// The complete state of a bot, including values written by other builds.
    package func botStates(of bot: String) async throws -> [BotStateRow] {
        try await database.read { try BotTable.states(of: bot, in: $0) }
    }

    /// Writes bot state in one transaction.
    package func write(_ states: [BotStateRow]) async throws {
        try await commits.commit { database in for state in states { try BotTable.write(state, in: database) } }
    }

    /// The records of bots for entries that have no turn yet.
    package func openBotRecords() async throws -> [InvocationRow] {
        try await database.read { try BotTable.open(after: try CheckpointTable.value(of: .turnedThrough, in: $0), in: $0) }
    }
}

extension JournalReader {
    package func botMemorySizes() async throws -> [BotStateSize] {
        try await database.read { try BotTable.sizes(in: $0) }
    }
}
