package import ChatModel
package import Foundation
import GRDB

/// Dead letters of bots.
extension Store {
    /// Records the crashes of the last process. The third crash at the same entry creates a dead letter.
    ///
    /// - Returns: the dead letters of entries without a turn, and the times at which each bot ended the process in the last ten
    ///   minutes.
    package func note(_ crashes: [BotCrash]) async throws -> (letters: [DeadLetter], crashes: [String: [Date]]) {
        let now = time.now
        return try await commits.commit { database in
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
    /// - Returns: false if it is no longer open.
    package func retry(_ letter: DeadLetter, by event: SystemEvent) async throws -> Bool {
        let isOpen = try await commits.commit { [self] database in
            guard try DeadLetterTable.close(letter.number, as: .retried, in: database) else { return false }
            _ = try append([NewEntry(system: event)], to: database)
            return true
        }
        if isOpen { signalEntries() }
        return isOpen
    }

    /// - Returns: false if it is no longer open.
    package func discard(_ letter: Int64) async throws -> Bool {
        try await commits.commit { try DeadLetterTable.close(letter, as: .discarded, in: $0) }
    }

    package func entry(_ sequence: Int64) async throws -> Entry? {
        try await database.read { try JournalTable.entry(sequence, in: $0) }
    }
}

extension JournalReader {
    /// The open dead letters, or all stored ones, oldest first.
    package func letters(all: Bool) async throws -> [DeadLetter] {
        try await database.read { try DeadLetterTable.letters(all: all, in: $0) }
    }

    package func letter(_ number: Int64) async throws -> DeadLetter? {
        try await database.read { try DeadLetterTable.letter(number, in: $0) }
    }
}
