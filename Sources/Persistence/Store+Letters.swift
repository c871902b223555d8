package import Foundation
import GRDB
package import MezonModel

/// What bots could not do.
extension Store {
    /// Notes how the last process ended. The third end at one entry makes it a dead letter.
    ///
    /// - Returns: the letters of entries without a turn, and when each bot ended the process in the last ten minutes.
    package func note(_ crashes: [Crash]) async throws -> (letters: [Letter], crashes: [String: [Date]]) {
        let now = time.now
        return try await commits.commit { database in
            for crash in crashes {
                try LetterTable.insert(crash, at: now, into: database)
                let tries = try LetterTable.crashes(of: crash.sequence, crash.author, in: database)
                guard tries == 3 else { continue }
                try LetterTable.insert(
                    crash.sequence, crash.author, because: "it ended the process", tries: tries, at: now, into: database)
            }
            return (
                try LetterTable.waiting(in: database), try LetterTable.crashes(since: now.addingTimeInterval(-600), in: database)
            )
        }
    }

    /// Closes a letter and appends the event by which its bot is asked again.
    ///
    /// - Returns: false where it is not open any more.
    package func retry(_ letter: Letter, by event: HouseEvent) async throws -> Bool {
        let isOpen = try await commits.commit { [self] database in
            guard try LetterTable.close(letter.number, as: .retried, in: database) else { return false }
            _ = try append([Incoming(house: event)], to: database)
            return true
        }
        if isOpen { ringForEntries() }
        return isOpen
    }

    /// - Returns: false where it is not open any more.
    package func discard(_ letter: Int64) async throws -> Bool {
        try await commits.commit { try LetterTable.close(letter, as: .discarded, in: $0) }
    }

    package func entry(_ sequence: Int64) async throws -> Entry? {
        try await database.read { try JournalTable.entry(sequence, in: $0) }
    }
}

extension JournalReader {
    /// The open ones, or all that are kept, oldest first.
    package func letters(all: Bool) async throws -> [Letter] {
        try await database.read { try LetterTable.letters(all: all, in: $0) }
    }

    package func letter(_ number: Int64) async throws -> Letter? {
        try await database.read { try LetterTable.letter(number, in: $0) }
    }
}
