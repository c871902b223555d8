package import Foundation

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
        _ sequence: Int64, _ author: String, because reason: String, tries: Int, at date: Date, into database: any SQLSession
    ) throws {
        try database.execute(
            """
            INSERT INTO dead_letter (sequence, author, reason, attempts, at, state)
            VALUES (?1, ?2, \(EncryptedColumn.deadLetterReason.sealed("?3", keys: ["?1", "?2", "?5"])), ?4, ?5, 'open')
            """, [sequence, author, String(reason.prefix(2000)), tries, date.milliseconds])
        try database.execute("DELETE FROM dead_letter WHERE id <= (SELECT max(id) FROM dead_letter) - \(maximum)")
    }

    static func deadLetters(all: Bool, in database: any SQLSession) throws -> [DeadLetter] {
        try database.rows("\(select) \(all ? "" : "WHERE dead_letter.state = 'open'") ORDER BY id", [], deadLetter)
    }

    static func openCount(in database: any SQLSession) throws -> Int {
        try database.value("SELECT count(*) FROM dead_letter WHERE state = 'open'") ?? 0
    }

    static func deadLetter(_ number: Int64, in database: any SQLSession) throws -> DeadLetter? {
        try database.firstRow("\(select) WHERE id = ?", [number], deadLetter)
    }

    /// Closes a dead letter and returns whether it was open.
    static func close(_ number: Int64, as state: DeadLetter.State, in database: any SQLSession) throws -> Bool {
        try database.changeCount(
            of: "UPDATE dead_letter SET state = ? WHERE id = ? AND state = 'open'", [state.rawValue, number]) > 0
    }

    /// The dead letters of entries without a turn. The bot is not invoked for them again.
    static func waiting(in database: any SQLSession) throws -> [DeadLetter] {
        try database.rows(
            """
            \(select) WHERE dead_letter.state <> 'retried'
            AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = dead_letter.sequence) ORDER BY id
            """, [], deadLetter)
    }

    static func insert(_ crash: BotCrash, at date: Date, into database: any SQLSession) throws {
        try database.execute(
            "INSERT INTO bot_crash (sequence, author, bot, at) VALUES (?, ?, ?, ?)",
            [crash.sequence, crash.author, crash.bot, date.milliseconds])
    }

    static func crashes(of sequence: Int64, _ author: String, in database: any SQLSession) throws -> Int {
        try database.value("SELECT count(*) FROM bot_crash WHERE sequence = ? AND author = ?", [sequence, author]) ?? 0
    }

    /// The times at which each bot ended the process since a date, oldest first.
    static func crashes(since date: Date, in database: any SQLSession) throws -> [String: [Date]] {
        try database.rows("SELECT DISTINCT bot, at FROM bot_crash WHERE at >= ? ORDER BY at", [date.milliseconds]) {
            (bot: $0[0] as String, at: Date(milliseconds: $0[1]))
        }.reduce(into: [:]) { $0[$1.bot, default: []].append($1.at) }
    }

    private static let select =
        "SELECT id, sequence, author, \(EncryptedColumn.deadLetterReason.opened), attempts, at, state FROM dead_letter"

    private static func deadLetter(_ row: SQLRow) throws -> DeadLetter {
        guard let state = DeadLetter.State(rawValue: row[6]) else { throw SQLRow.ValueError(column: 6) }
        return DeadLetter(
            number: row[0], sequence: row[1], author: row[2], reason: row[3], tries: row[4], at: Date(milliseconds: row[5]),
            state: state)
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
