import Foundation
import GRDB

/// The outcomes of entries. An entry without a turn is pending work.
enum TurnTable {
    static let schema = """
        CREATE TABLE turn (
            sequence INTEGER PRIMARY KEY REFERENCES journal(sequence) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            trace TEXT NOT NULL
        ) STRICT;
        """

    /// The position of the rules' decision among all of their decisions, and the revision that made it.
    static let decisionColumns = """
        ALTER TABLE turn ADD COLUMN ticket INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE turn ADD COLUMN version TEXT NOT NULL DEFAULT '';
        """

    /// The space-separated ids of the decision's directory observations, and an index by the order of decisions.
    static let replayColumns = """
        ALTER TABLE turn ADD COLUMN sightings TEXT NOT NULL DEFAULT '';
        CREATE INDEX turn_by_ticket ON turn(ticket) WHERE ticket > 0;
        """

    private static let insertion = """
        INSERT OR IGNORE INTO turn (sequence, at, trace, ticket, revision, observations)
        VALUES (?1, ?2, \(EncryptedColumn.trace.sealed("?3", keys: ["?1"])), ?4, ?5, ?6)
        """

    /// Inserts a turn. Returns whether the entry had none yet; a second turn of an entry is ignored.
    static func insert(_ turn: Turn, at date: Date, into database: Database) throws -> Bool {
        try database.run(insertion) { row in
            row.bind(turn.sequence)
            row.bind(date)
            row.bind(turn.trace.text)
            row.bind(turn.ticket)
            row.bind(turn.version)
            row.bind(turn.observations.map(String.init).joined(separator: " "))
        }
        return database.changesCount > 0
    }

    static func update(_ trace: Trace, of sequence: Int64, in database: Database) throws {
        try database.execute(
            sql: "UPDATE turn SET trace = \(EncryptedColumn.trace.sealed("?")) WHERE sequence = ?",
            arguments: [trace.text, sequence])
    }

    static func lastTicket(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(ticket) FROM turn WHERE ticket > 0") ?? 0
    }

    /// The ids of the directory observations that the decision about an entry used.
    static func observations(of sequence: Int64, in database: Database) throws -> [Int64] {
        let text = try String.fetchOne(database, sql: "SELECT observations FROM turn WHERE sequence = ?", arguments: [sequence])
        return (text ?? "").split(separator: " ").compactMap { Int64($0) }
    }

    /// The traces that contain a text, with the sequences of their entries, in order.
    static func traces(containing text: String, in database: Database) throws -> [(sequence: Int64, trace: Trace)] {
        let trace = EncryptedColumn.trace.opened
        let rows = try Row.fetchCursor(
            database, sql: "SELECT sequence, \(trace) FROM turn WHERE instr(\(trace), ?) > 0 ORDER BY sequence", arguments: [text]
        )
        var found: [(sequence: Int64, trace: Trace)] = []
        while let row = try rows.next() { found.append((row[0], Trace(text: row[1]))) }
        return found
    }

    /// The trace, time and rule revision of an entry's turn; nil if it has none.
    static func outcome(of sequence: Int64, in database: Database) throws -> (trace: Trace, at: Date, version: String)? {
        try Row.fetchOne(
            database, sql: "SELECT \(EncryptedColumn.trace.opened), at, revision FROM turn WHERE sequence = ?",
            arguments: [sequence]
        ).map {
            (Trace(text: $0[0]), Date(milliseconds: $0[1]), $0[2])
        }
    }
}
