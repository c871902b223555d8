package import ChatModel
package import Foundation

/// The starts of the application. Recent rule counters are lost with a process, and the next one rebuilds them.
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

    /// Records a start. If nothing was decided between two starts, the later one replaces the earlier.
    static func note(_ start: ProcessStart, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO process_start (first_ticket, at, bot_user, revision, rebuilt_after, rebuilt_through)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (first_ticket) DO UPDATE SET at = excluded.at, bot_user = excluded.bot_user, revision = excluded.revision,
                rebuilt_after = excluded.rebuilt_after, rebuilt_through = excluded.rebuilt_through
            """,
            [
                start.firstTicket, start.at.milliseconds, start.me.rawValue, start.version, start.rebuiltAfter,
                start.rebuiltThrough,
            ])
    }

    static func all(in database: any SQLSession) throws -> [ProcessStart] {
        try database.rows("SELECT * FROM process_start ORDER BY first_ticket") { row in
            ProcessStart(
                firstTicket: row[0], at: Date(milliseconds: row[1]), me: UserID(row[2] as Int64), version: row[3],
                rebuiltAfter: row[4], rebuiltThrough: row[5])
        }
    }
}

/// A start of the application, as far as rules are concerned.
package struct ProcessStart: Sendable, Hashable {
    /// The ticket of its first decision.
    package var firstTicket: Int64
    package var at: Date
    /// The account of the bot.
    package var me: UserID
    /// The revision of the rules at the start, which also rebuilt the rule state.
    package var version: String
    /// The entry after which decided entries were used to rebuild rule state.
    package var rebuiltAfter: Int64
    /// The last entry used to rebuild rule state.
    package var rebuiltThrough: Int64

    /// The entries used to rebuild rule state, in the order of their decisions.
    func rebuildEntries(in database: any SQLSession) throws -> [Entry] {
        try JournalTable.decided(after: rebuiltAfter, through: rebuiltThrough, upTo: firstTicket - 1, in: database)
    }
}
