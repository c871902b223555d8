package import Foundation
import GRDB

/// The dead letters: entries at which a bot failed or ended the process.
enum DeadLetterTable {
    static let schema = """
        CREATE TABLE letter (
            number INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL REFERENCES journal(sequence) ON DELETE CASCADE,
            author TEXT NOT NULL,
            reason TEXT NOT NULL,
            tries INTEGER NOT NULL,
            at INTEGER NOT NULL,
            state TEXT NOT NULL
        ) STRICT;
        CREATE TABLE crash (
            number INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL,
            author TEXT NOT NULL,
            bot TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        """

    private static let maximum = 10_000  // Dead letters kept; the oldest are deleted first.

    static func insert(
        _ sequence: Int64, _ author: String, because reason: String, tries: Int, at date: Date, into database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO dead_letter (sequence, author, reason, attempts, at, state)
                VALUES (?1, ?2, \(EncryptedColumn.deadLetterReason.sealed("?3", keys: ["?1", "?2", "?5"])), ?4, ?5, 'open')
                """,
            arguments: [sequence, author, String(reason.prefix(2000)), tries, date.milliseconds])
        let number = database.lastInsertedRowID
        try database.execute(sql: "DELETE FROM dead_letter WHERE id <= ?", arguments: [number - Int64(maximum)])
    }

    static func deadLetters(all: Bool, in database: Database) throws -> [DeadLetter] {
        try Row.fetchAll(
            database, sql: "\(select) \(all ? "" : "WHERE dead_letter.state = 'open'") ORDER BY id"
        ).map(deadLetter)
    }

    static func openCount(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM dead_letter WHERE state = 'open'") ?? 0
    }

    static func deadLetter(_ number: Int64, in database: Database) throws -> DeadLetter? {
        try Row.fetchOne(database, sql: "\(select) WHERE id = ?", arguments: [number]).map(deadLetter)
    }

    /// Closes a dead letter and returns whether it was open.
    static func close(_ number: Int64, as state: DeadLetter.State, in database: Database) throws -> Bool {
        try database.execute(
            sql: "UPDATE dead_letter SET state = ? WHERE id = ? AND state = 'open'", arguments: [state.rawValue, number])
        return database.changesCount > 0
    }

    /// The dead letters of entries without a turn. The bot is not invoked for them again.
    static func waiting(in database: Database) throws -> [DeadLetter] {
        try Row.fetchAll(
            database,
            sql: """
                \(select) WHERE dead_letter.state <> 'retried'
                AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = dead_letter.sequence) ORDER BY id
                """
        ).map(deadLetter)
    }

    static func insert(_ crash: BotCrash, at date: Date, into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO bot_crash (sequence, author, bot, at) VALUES (?, ?, ?, ?)",
            arguments: [crash.sequence, crash.author, crash.bot, date.milliseconds])
    }

    static func crashes(of sequence: Int64, _ author: String, in database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT count(*) FROM bot_crash WHERE sequence = ? AND author = ?", arguments: [sequence, author]) ?? 0
    }

    /// The times at which each bot ended the process since a date, oldest first.
    static func crashes(since date: Date, in database: Database) throws -> [String: [Date]] {
        try Row.fetchAll(
            database, sql: "SELECT DISTINCT bot, at FROM bot_crash WHERE at >= ? ORDER BY at", arguments: [date.milliseconds]
        ).reduce(into: [:]) { $0[$1[0], default: []].append(Date(milliseconds: $1[1])) }
    }

    private static let select =
        "SELECT id, sequence, author, \(EncryptedColumn.deadLetterReason.opened), attempts, at, state FROM dead_letter"

    private static func deadLetter(_ row: Row) -> DeadLetter {
        DeadLetter(
            number: row[0], sequence: row[1], author: row[2], reason: row[3], tries: row[4], at: Date(milliseconds: row[5]),
            state: DeadLetter.State(rawValue: row[6]) ?? .open)
    }
}

/// A journal entry that a bot could not process.
package struct DeadLetter: Sendable, Hashable, Codable {
    package enum State: String, Sendable, Hashable, Codable { case open, retried, discarded }

    package var number: Int64
    /// The sequence number of the journal entry.
    package var sequence: Int64
    /// The bot, for example `bot:kudos`, preceded by the rule's name and a slash if a rule invoked it.
    package var author: String
    package var reason: String
    package var tries: Int
    package var at: Date
    package var state: State
}

/// An invocation during which a bot ended the process.
package struct BotCrash: Sendable, Hashable {
    package var sequence: Int64
    package var author: String
    package var bot: String

    package init(sequence: Int64, author: String, bot: String) {
        self.sequence = sequence
        self.author = author
        self.bot = bot
    }
}
