import Foundation

/// The rule decisions that changed rule state and were followed by later decisions before their turns were committed. They are kept
/// until then, so that they are not made twice.
enum DecisionTable {
    static let schema = """
        CREATE TABLE decision (
            sequence INTEGER PRIMARY KEY,
            ticket INTEGER NOT NULL,
            conclusion TEXT NOT NULL
        ) STRICT;
        """

    /// Inserts a decision. A second decision about an entry is ignored, and so is one about an entry that was decided as it was
    /// appended and could not be stored.
    static func insert(_ decision: UncommittedDecision, into database: any SQLSession) throws {
        let sql = """
            INSERT INTO decision (sequence, ticket, decision)
            SELECT CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), \(EncryptedColumn.decision.sealed("?3", keys: ["?1"]))
            WHERE EXISTS (SELECT 1 FROM journal WHERE sequence = ?1) ON CONFLICT DO NOTHING
            """
        try database.execute(sql, [decision.sequence, decision.ticket, decision.json])
    }

    static func delete(_ sequence: Int64, in database: any SQLSession) throws {
        let sql = "DELETE FROM decision WHERE sequence = ?"
        try database.execute(sql, [sequence])
    }

    static func all(in database: any SQLSession) throws -> [UncommittedDecision] {
        try database.rows("SELECT sequence, ticket, \(EncryptedColumn.decision.opened) FROM decision ORDER BY ticket") {
            UncommittedDecision(sequence: $0[0], ticket: $0[1], json: $0[2])
        }
    }
}

/// A decision whose turn is not committed yet.
package struct UncommittedDecision: Sendable, Hashable {
    package var sequence: Int64
    package var ticket: Int64
    /// The decision as JSON.
    package var json: String

    package init(sequence: Int64, ticket: Int64, json: String) {
        self.sequence = sequence
        self.ticket = ticket
        self.json = json
    }
}
