import Crypto
package import Foundation

/// The results of copying files from one network to another, so that no file is copied twice.
enum FileCopyTable {
    /// Two months: longer than messages are edited, and longer than the outbox waits.
    private static let lifetime: TimeInterval = 60 * 86_400
    private static let maxRows = 20_000

    /// The address of a file may be sufficient to read it. It is therefore stored as a hash, and the outcome is encrypted.
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

    static func copy(of source: String, at network: String, in database: any SQLSession) throws -> FileCopy? {
        let row = try database.firstRow(
            "SELECT \(EncryptedColumn.fileCopy.opened), at FROM file_copy WHERE source = ? AND destination = ?",
            [hash(of: source), network]
        ) {
            (outcome: $0[0] as String, at: Date(milliseconds: $0[1]))
        }
        guard let row, let outcome = try? JSONDecoder().decode(FileCopy.Outcome.self, from: Data(row.outcome.utf8)) else {
            return nil
        }
        return FileCopy(outcome, at: row.at)
    }

    /// Stores the latest result, deletes expired rows and, above the limit, the oldest ones.
    static func write(_ copy: FileCopy, of source: String, at network: String, in database: any SQLSession) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let outcome = String(decoding: try encoder.encode(copy.outcome), as: UTF8.self)
        let sql = """
            INSERT INTO file_copy (source, destination, outcome, at)
            VALUES (?1, ?2, \(EncryptedColumn.fileCopy.sealed("?3", keys: ["?1", "?2"])), ?4)
            ON CONFLICT (source, destination) DO UPDATE SET outcome = excluded.outcome, at = excluded.at
            """
        try database.execute(sql, [hash(of: source), network, outcome, copy.at.milliseconds])
        try database.execute(
            """
            DELETE FROM file_copy
            WHERE at < ? OR at < (SELECT at FROM file_copy ORDER BY at DESC LIMIT 1 OFFSET ?)
            """, [copy.at.addingTimeInterval(-lifetime).milliseconds, maxRows])
    }

    private static func hash(of source: String) -> String {
        SHA256.hash(data: Data(source.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// The result of copying a file to another network.
package struct FileCopy: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable, Codable {
        case made(address: String, mediaType: String, sizeInBytes: Int)
        /// The reason why the file was not copied.
        case failed(String)
    }

    package var outcome: Outcome
    package var at: Date

    package init(_ outcome: Outcome, at date: Date) {
        self.outcome = outcome
        at = date
    }
}
