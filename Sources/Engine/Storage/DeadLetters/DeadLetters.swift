package import ChatModel
package import Foundation

/// Dead letters of bots: events at which a bot failed.
package struct DeadLetters: Sendable {
    let database: StoreDatabase
    let journal: Journal

    /// Inserts the dead letter of a bot that failed at an entry.
    func insert(_ sequence: Int64, _ author: String, because reason: String, at now: Date, in transaction: Transaction) throws {
        try DeadLetterTable.insert(sequence, author, because: reason, tries: 1, at: now, into: transaction.database)
    }

    /// Records the crashes of the last process. The third crash at the same entry creates a dead letter.
    ///
    /// - Returns: The dead letters of entries without a turn, and the times at which each bot ended the process in the last ten
    ///   minutes.
    package func record(_ crashes: [BotCrash]) async throws -> (open: [DeadLetter], crashes: [String: [Date]]) {
        let now = database.time.now
        return try await database.commit { transaction in
            let database = transaction.database
            for crash in crashes {
                try DeadLetterTable.insert(crash, at: now, into: database)
                let tries = try DeadLetterTable.crashes(of: crash.sequence, crash.author, in: database)
                guard tries == 3 else { continue }
                try DeadLetterTable.insert(
                    crash.sequence, crash.author, because: "the bot crashed the process", tries: tries, at: now, into: database)
            }
            return (
                try DeadLetterTable.waiting(in: database),
                try DeadLetterTable.crashes(since: now.addingTimeInterval(-600), in: database)
            )
        }
    }

    /// Closes a dead letter and appends the event that invokes its bot again.
    ///
    /// - Returns: False if it is no longer open.
    package func retry(_ deadLetter: DeadLetter, by event: SystemEvent) async throws -> Bool {
        try await database.commit { [journal] transaction in
            guard try DeadLetterTable.close(deadLetter.number, as: .retried, in: transaction.database) else { return false }
            try journal.append([NewEntry(system: event)], in: transaction)
            return true
        }
    }

    /// Closes a dead letter and appends the event that records who asked for that.
    ///
    /// - Returns: False if it is no longer open.
    package func discard(_ number: Int64, by event: SystemEvent) async throws -> Bool {
        try await database.commit { [journal] transaction in
            guard try DeadLetterTable.close(number, as: .discarded, in: transaction.database) else { return false }
            try journal.append([NewEntry(system: event)], in: transaction)
            return true
        }
    }
}
