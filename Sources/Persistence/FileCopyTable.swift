import Crypto
package import Foundation
import GRDB

/// What became of files that were brought from one network to another, so that none is brought twice.
enum FileCopyTable {
    /// Longer than anybody edits a message, and than an outbox waits.
    private static let life: TimeInterval = 60 * 86_400
    private static let mostRows = 20_000

    /// A file's address may be all that is needed to read it: it is kept as a hash, and what was made of it is sealed.
    static let schema = """
        CREATE TABLE file_copy (
            source TEXT NOT NULL,
            place TEXT NOT NULL,
            outcome TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (source, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX file_copy_by_time ON file_copy(at);
        """

    static func copy(of source: String, at place: String, in database: Database) throws -> FileCopy? {
        guard
            let row = try Row.fetchOne(
                database,
                sql: "SELECT \(EncryptedColumn.fileCopy.opened), at FROM file_copy WHERE source = ? AND place = ?",
                arguments: [hash(of: source), place]),
            let outcome = try? JSONDecoder().decode(FileCopy.Outcome.self, from: Data((row[0] as String).utf8))
        else { return nil }
        return FileCopy(outcome, at: Date(milliseconds: row[1]))
    }

    /// The newest counts. What is old goes, and the oldest of too many.
    static func write(_ copy: FileCopy, of source: String, at place: String, in database: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let outcome = String(decoding: try encoder.encode(copy.outcome), as: UTF8.self)
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO file_copy (source, place, outcome, at)
                VALUES (?1, ?2, \(EncryptedColumn.fileCopy.sealed("?3", keys: ["?1", "?2"])), ?4)
                ON CONFLICT (source, place) DO UPDATE SET outcome = excluded.outcome, at = excluded.at
                """)
        statement.setUncheckedArguments([hash(of: source), place, outcome, copy.at.milliseconds])
        try statement.execute()
        try database.execute(
            sql: """
                DELETE FROM file_copy
                WHERE at < max(?, coalesce((SELECT at FROM file_copy ORDER BY at DESC LIMIT 1 OFFSET ?), 0))
                """,
            arguments: [copy.at.addingTimeInterval(-life).milliseconds, mostRows])
    }

    private static func hash(of source: String) -> String {
        SHA256.hash(data: Data(source.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// What became of a file at another place.
package struct FileCopy: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable, Codable {
        case made(address: String, mediaType: String, sizeInBytes: Int)
        /// Why there is none.
        case failed(String)
    }

    package var outcome: Outcome
    package var at: Date

    package init(_ outcome: Outcome, at date: Date) {
        self.outcome = outcome
        at = date
    }
}

extension Store {
    /// What became of the file of an address at another place; nil where nobody tried, or too long ago.
    package func fileCopy(of source: String, at place: String) async throws -> FileCopy? {
        try await database.read { try FileCopyTable.copy(of: source, at: place, in: $0) }
    }

    /// Keeps what became of a file; returns once it is durable.
    package func note(_ copy: FileCopy, of source: String, at place: String) async throws {
        try await commits.commit { try FileCopyTable.write(copy, of: source, at: place, in: $0) }
    }
}
