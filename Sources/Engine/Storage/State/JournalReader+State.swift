package import Foundation

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

    /// The newest checkpoint of the rule state at a date or before it; nil if there is none.
    package func stateCheckpoint(through date: Date) async throws -> StateCheckpoint? {
        try await database.read { database in
            try database.hasTable("state_checkpoint") ? StateCheckpointTable.newest(through: date, in: database) : nil
        }
    }

    /// The first checkpoint of the rule state at an entry or behind it; nil if there is none.
    package func stateCheckpoint(from sequence: Int64) async throws -> StateCheckpoint? {
        try await database.read { database in
            try database.hasTable("state_checkpoint") ? StateCheckpointTable.first(from: sequence, in: database) : nil
        }
    }

    /// The values under a key of the rule state as they were at a checkpoint, of enforced rules and of those in shadow mode.
    ///
    /// It does not suspend, because decisions call it.
    /// - Throws: `StorageError.checkpointDeleted`.
    package func ruleState(
        ofKind kind: String, named name: String, about subject: String, at checkpoint: StateCheckpoint
    ) throws -> [RuleStateRow] {
        try database.readNow {
            try StateCheckpointTable.values(
                ofKind: kind, named: name, about: subject, at: checkpoint.ticket, in: $0)
        }
    }

    /// The entry after which the history before a checkpoint begins.
    ///
    /// - Parameters:
    ///   - length: The time that it covers.
    ///   - limit: The maximum number of its entries.
    package func sequence(before checkpoint: StateCheckpoint, covering length: Duration, limit: Int) async throws -> Int64 {
        try await database.read { database in
            try JournalTable.floor(
                milliseconds: Int64(length / .milliseconds(1)), limit: limit, through: checkpoint.sequence, in: database)
        }
    }
}
