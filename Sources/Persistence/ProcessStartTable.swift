package import Foundation
import GRDB
package import MezonModel

/// Every start of the house: what rules count of the last minutes is lost with a process, and relived by the next one.
enum ProcessStartTable {
    static let schema = """
        CREATE TABLE start (
            first_ticket INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            me INTEGER NOT NULL,
            version TEXT NOT NULL,
            relived_after INTEGER NOT NULL,
            relived_through INTEGER NOT NULL
        ) STRICT;
        """

    /// Of two starts between which nothing was decided the later one counts.
    static func note(_ start: ProcessStart, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO start (first_ticket, at, me, version, relived_after, relived_through)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                start.firstTicket, start.at.milliseconds, start.me.rawValue, start.version, start.relivedAfter,
                start.relivedThrough,
            ])
    }

    static func all(in database: Database) throws -> [ProcessStart] {
        try Row.fetchAll(database, sql: "SELECT * FROM start ORDER BY first_ticket").map { row in
            ProcessStart(
                firstTicket: row[0], at: Date(milliseconds: row[1]), me: UserID(row[2] as Int64), version: row[3],
                relivedAfter: row[4], relivedThrough: row[5])
        }
    }
}

/// A start of the house, as far as its rules are concerned.
package struct ProcessStart: Sendable, Hashable {
    /// The place of its first decision among all.
    package var firstTicket: Int64
    package var at: Date
    /// The account it acts as.
    package var me: UserID
    /// The edition of the rules that it began with, and that relived what had happened before.
    package var version: String
    /// Relived was what rules had decided about past this entry…
    package var relivedAfter: Int64
    /// …up to this one.
    package var relivedThrough: Int64

    func relived(in database: Database) throws -> [Entry] {
        try JournalTable.decided(after: relivedAfter, through: relivedThrough, upTo: firstTicket - 1, in: database)
    }
}
