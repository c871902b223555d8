package import Foundation

/// Every revision of the rules that has ever decided, with its source, so that any trace can be explained later.
enum RuleRevisionTable {
    static let schema = """
        CREATE TABLE edition (
            version TEXT PRIMARY KEY,
            first_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            files TEXT NOT NULL
        ) STRICT;
        """

    /// Records that a revision is in force from `date` on.
    static func note(_ version: String, files: String, at date: Date, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO rule_revision (revision, first_at, last_at, files)
            VALUES (?1, ?2, ?3, \(EncryptedColumn.revisionFiles.sealed("?4", keys: ["?1"])))
            ON CONFLICT (revision) DO UPDATE SET last_at = excluded.last_at
            """, [version, date.milliseconds, date.milliseconds, files])
    }

    /// The revisions, newest first.
    static func all(in database: any SQLSession) throws -> [RuleRevision] {
        try database.rows(
            "SELECT revision, first_at, last_at, \(EncryptedColumn.revisionFiles.opened) FROM rule_revision ORDER BY last_at DESC, revision"
        ) {
            RuleRevision(version: $0[0], firstAt: Date(milliseconds: $0[1]), lastAt: Date(milliseconds: $0[2]), files: $0[3])
        }
    }
}

package struct RuleRevision: Sendable, Hashable {
    package var version: String
    package var firstAt: Date
    /// The last time at which it came into force.
    package var lastAt: Date
    /// The contents of its files by name, as a JSON object.
    package var files: String
}
