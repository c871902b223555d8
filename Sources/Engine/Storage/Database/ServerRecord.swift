import Foundation

/// The note in a data directory that its store is on a database server, for commands that know the directory only. It contains no secret.
package struct ServerRecord: Hashable, Sendable, Codable {
    /// The origin of the server's URL: `env:DATABASE_URL`, `file:/etc/mezon/database.url`.
    package var source: String
    /// The schema of the tables.
    package var schema: String

    package init(source: String, schema: String) {
        self.source = source
        self.schema = schema
    }

    private static func file(in folder: String) -> String { folder + "/server.json" }

    /// The record of a data directory; nil if its store is in a file, or there is none.
    ///
    /// - Throws: `StorageError.unusable` for a damaged record.
    package init?(of folder: String) throws {
        let file = Self.file(in: folder)
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        do {
            self = try JSONDecoder().decode(ServerRecord.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw StorageError.unusable(folder: folder, reason: "\(file) is damaged; delete it, and start the bot with store.url")
        }
    }

    /// Verifies that the directory may be used for the store: attachments and archive are those of one store.
    ///
    /// - Throws: `StorageError`.
    package func verify(in folder: DataDirectory) throws {
        try MigrationNote.verifyMoved(in: folder.path)
        guard !FileManager.default.fileExists(atPath: DatabaseUpgrade.newest(in: folder.path)) else {
            throw StorageError.inFile(folder: folder.path)
        }
        if let known = try ServerRecord(of: folder.path), known.schema != schema {
            throw StorageError.server(
                schema: schema,
                reason: "the data directory \(folder.path) belongs to the schema \(known.schema); name another one in store.path")
        }
    }

    /// Writes the record.
    ///
    /// - Throws: `StorageError`.
    package func write(in folder: DataDirectory) throws {
        guard try ServerRecord(of: folder.path) != self else { return }
        try DurableFile.write(self, to: Self.file(in: folder.path))
    }

    /// Removes the record of a directory whose store is in a file from now on.
    ///
    /// - Throws: `StorageError`.
    static func remove(in folder: DataDirectory) throws { try DurableFile.remove(file(in: folder.path)) }
}

extension StorageError {
    /// The error for a file that does not exist: for a store's database another one if it is on a server.
    static func absent(_ file: String) throws -> StorageError {
        let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
        guard file == DataDirectory.database(in: folder), try ServerRecord(of: folder) != nil else { return .missing(file: file) }
        return .onServer(folder: folder)
    }
}
