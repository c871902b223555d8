import GRDB

/// A table whose rows in a file have a checksum of all their columns, which SQLite computes as it writes them.
///
/// A row that is read differs from the written one if its checksum does: then the file was damaged in between. Values are encrypted before,
/// so that the checksum tells nothing about them. A database server verifies its own pages, and its tables have no such column.
enum ChecksummedTable: String, CaseIterable {
    case journal, turn, outbox, checkpoint

    /// The column that identifies a row for users.
    var id: String {
        switch self {
        case .journal, .turn: "sequence"
        case .outbox: "id"
        case .checkpoint: "name"
        }
    }

    /// The columns in the order in which they are computed. It cannot change without a migration.
    private var columns: String {
        switch self {
        case .journal: "sequence, received_at, kind, clan, channel, message, identity, is_late, is_own, frame"
        case .turn: "sequence, at, trace, ticket, revision, observations"
        case .outbox:
            """
            id, cause, author, ordinal, destination, payload, status, attempts, retry_at, sent_parts, message, reason, created_at, \
            settled_at, dependency, is_essential, original_id, step
            """
        case .checkpoint: "name, value"
        }
    }

    /// SQL for the condition that a row is as it was written.
    ///
    /// - Parameter name: The table's name or alias in the query.
    func isIntact(in dialect: SQLDialect, named name: String? = nil) -> String {
        switch dialect {
        case .sqlite: name.map(condition) ?? Self.conditions[self] ?? condition(rawValue)
        case .postgreSQL: "TRUE"
        }
    }

    /// Composed once, because nearly every query has one.
    private static let conditions = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.condition($0.rawValue)) })

    private func condition(_ name: String) -> String {
        "\(name).checksum IS row_checksum(\(columns.split(separator: ", ").map { "\(name).\($0)" }.joined(separator: ", ")))"
    }

    /// Creates the table anew with the checksums of its rows.
    ///
    /// - Parameter definitions: The definitions of its columns.
    func addChecksums(_ definitions: String, constraint: String = "", in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE new_\(rawValue) (
                \(definitions),
                    checksum INTEGER NOT NULL GENERATED ALWAYS AS (row_checksum(\(columns))) STORED\(constraint)
                ) STRICT;
                INSERT INTO new_\(rawValue) (\(columns)) SELECT \(columns) FROM \(rawValue) ORDER BY \(id);
                """)
        if try database.tableExists("sqlite_sequence") {
            // The numbers of deleted rows are not used again.
            try database.execute(
                sql: """
                    DELETE FROM sqlite_sequence WHERE name = 'new_\(rawValue)';
                    INSERT INTO sqlite_sequence (name, seq)
                    SELECT 'new_\(rawValue)', seq FROM sqlite_sequence WHERE name = '\(rawValue)';
                    """)
        }
        try database.execute(sql: "DROP TABLE \(rawValue); ALTER TABLE new_\(rawValue) RENAME TO \(rawValue);")
    }
}

extension ChecksummedTable {
    /// The migration that adds the checksums.
    static func migrate(_ database: Database) throws {
        try journal.addChecksums(
            """
                sequence INTEGER PRIMARY KEY,
                received_at INTEGER NOT NULL,
                kind TEXT NOT NULL,
                clan INTEGER NOT NULL,
                channel INTEGER NOT NULL,
                message INTEGER NOT NULL,
                identity INTEGER,
                is_late INTEGER NOT NULL,
                is_own INTEGER NOT NULL,
                frame BLOB NOT NULL
            """, in: database)
        try turn.addChecksums(
            """
                sequence INTEGER PRIMARY KEY REFERENCES journal(sequence) ON DELETE CASCADE,
                at INTEGER NOT NULL,
                trace TEXT NOT NULL,
                ticket INTEGER NOT NULL DEFAULT 0,
                revision TEXT NOT NULL DEFAULT '',
                observations TEXT NOT NULL DEFAULT ''
            """, in: database)
        try outbox.addChecksums(
            """
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                cause INTEGER NOT NULL,
                author TEXT NOT NULL,
                ordinal INTEGER NOT NULL,
                destination INTEGER NOT NULL,
                payload BLOB NOT NULL,
                status INTEGER NOT NULL DEFAULT 0,
                attempts INTEGER NOT NULL DEFAULT 0,
                retry_at INTEGER NOT NULL DEFAULT 0,
                sent_parts INTEGER NOT NULL DEFAULT 0,
                message INTEGER NOT NULL DEFAULT 0,
                reason TEXT,
                created_at INTEGER NOT NULL,
                settled_at INTEGER,
                dependency INTEGER NOT NULL DEFAULT 0,
                is_essential INTEGER NOT NULL DEFAULT 1,
                original_id INTEGER,
                step INTEGER
            """, constraint: ",\n    UNIQUE (cause, author, ordinal)", in: database)
        try checkpoint.addChecksums(
            """
                name TEXT PRIMARY KEY,
                value INTEGER NOT NULL
            """, in: database)
        // Dropped with the former tables.
        try database.execute(
            sql: """
                CREATE UNIQUE INDEX journal_by_identity ON journal(message, kind, identity) WHERE identity IS NOT NULL;
                CREATE INDEX turn_by_ticket ON turn(ticket) WHERE ticket > 0;
                \(OutboxTable.unsentIndexes)
                """)
    }
}
