import ChatModel
import Foundation

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

    private static let insertion = SQLInsertion(
        into: "turn",
        [
            "sequence": .integer, "at": .integer, "trace": .text, "ticket": .integer, "revision": .text, "observations": .text,
        ],
        id: "sequence", key: ["sequence"], encrypting: .trace)

    /// Inserts turns. Returns those whose entries had none yet; a second turn of an entry is ignored.
    static func insert(_ turns: [Turn], at date: Date, into database: any SQLSession) throws -> [Turn] {
        var inserted: [Turn] = []
        try database.insert(insertion, rows: turns.count) { index, row in
            let turn = turns[index]
            row.bind(turn.sequence)
            row.bind(date)
            row.bind(turn.trace.text)
            row.bind(turn.ticket)
            row.bind(turn.version)
            var observations = ""
            for id in turn.observations {
                if !observations.isEmpty { observations += " " }
                observations.append(decimal: id)
            }
            row.bind(observations)
        } ended: { index, sequence in
            if sequence != nil { inserted.append(turns[index]) }
        }
        return inserted
    }

    static func update(_ trace: Trace, of sequence: Int64, in database: any SQLSession) throws {
        try database.execute(
            "UPDATE turn SET trace = \(EncryptedColumn.trace.sealed("?")) WHERE sequence = ?", [trace.text, sequence])
    }

    static func lastTicket(in database: any SQLSession) throws -> Int64 {
        try database.value("SELECT max(ticket) FROM turn WHERE ticket > 0") ?? 0
    }

    /// The ids of the directory observations that the decision about an entry used.
    static func observations(of sequence: Int64, in database: any SQLSession) throws -> [Int64] {
        let text = try (database.value("SELECT observations FROM turn WHERE sequence = ?", [sequence]) as String?)
        return (text ?? "").split(separator: " ").compactMap { Int64($0) }
    }

    /// The traces that contain a text, with the sequences of their entries, in order.
    static func traces(containing text: String, in database: any SQLSession) throws -> [(sequence: Int64, trace: Trace)] {
        let search = ContentSearch([text])
        var found: [(sequence: Int64, trace: Trace)] = []
        var position = Int64.min
        while true {
            let rows: [(sequence: Int64, text: String)] = try database.rows(
                "SELECT sequence, \(EncryptedColumn.trace.opened) FROM turn WHERE sequence > ? ORDER BY sequence LIMIT ?",
                [position, ContentSearch.rowsAtOnce]
            ) { ($0[0], $0[1]) }
            guard let last = rows.last else { return found }
            found += rows.filter { search.matches($0.text) }.map { ($0.sequence, Trace(text: $0.text)) }
            position = last.sequence
        }
    }

    /// The trace, time and rule revision of an entry's turn; nil if it has none.
    static func outcome(of sequence: Int64, in database: any SQLSession) throws -> (trace: Trace, at: Date, version: String)? {
        try database.firstRow("SELECT \(EncryptedColumn.trace.opened), at, revision FROM turn WHERE sequence = ?", [sequence]) {
            (Trace(text: $0[0]), Date(milliseconds: $0[1]), $0[2])
        }
    }
}
