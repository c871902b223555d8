import Foundation
import GRDB

/// What each entry came to. An entry without a turn is work to do.
enum TurnTable {
    static let schema = """
        CREATE TABLE turn (
            sequence INTEGER PRIMARY KEY REFERENCES journal(sequence) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            trace TEXT NOT NULL
        ) STRICT;
        """

    /// Returns whether the entry had none yet: a second turn of an entry is nothing.
    static func insert(_ sequence: Int64, trace: Trace, at date: Date, into database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "INSERT OR IGNORE INTO turn (sequence, at, trace) VALUES (?, ?, ?)")
        statement.setUncheckedArguments([sequence, date.milliseconds, trace.text])
        try statement.execute()
        return database.changesCount > 0
    }

    static func trace(of sequence: Int64, in database: Database) throws -> Trace? {
        try String.fetchOne(database, sql: "SELECT trace FROM turn WHERE sequence = ?", arguments: [sequence])
            .map(Trace.init(text:))
    }
}
