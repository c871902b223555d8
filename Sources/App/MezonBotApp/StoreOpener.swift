package import BotConfiguration
package import ChatModel
import Foundation
package import Logging
package import PostgreSQLStorage
package import Storage

/// Opens the store of a data directory, which is in a file of the directory or on a database server.
package enum StoreOpener {
    /// Opens the store and notes in the directory where it is.
    ///
    /// - Parameters:
    ///   - server: The server; nil for a file.
    ///   - lease: The lease of a store on a server; nil to take it, which no other process may have.
    /// - Throws: `StorageError`.
    package static func open(
        _ folder: DataDirectory, _ server: ServerSettings?, _ lease: PostgreSQLLease? = nil, cipher: ValueCipher?,
        time: any TimeSource, logger: Logger
    ) throws -> Store {
        guard let server else { return try Store(folder: folder, cipher: cipher, time: time, logger: logger) }
        do {
            try ServerRecord(source: server.source, schema: server.schema).verify(in: folder)
        } catch {
            lease?.release()
            throw error
        }
        let database =
            try lease.map { try PostgreSQLDatabase($0, cipher: cipher, time: time) }
            ?? PostgreSQLDatabase(url: server.url.reveal(), schema: server.schema, as: .command, cipher: cipher, time: time)
        do {
            try record(of: server, in: folder)
            return try Store(database, folder: folder, cipher: cipher, time: time, logger: logger)
        } catch {
            database.close()
            throw error
        }
    }

    /// Notes in a data directory that its store is on a server.
    ///
    /// - Throws: `StorageError`, for example if the directory has another store.
    static func record(of server: ServerSettings, in folder: DataDirectory) throws {
        let record = ServerRecord(source: server.source, schema: server.schema)
        try record.verify(in: folder)
        try record.write(in: folder)
    }

    /// Waits for the server of a store while it starts. A server that cannot be reached is left to `open`, which says why.
    ///
    /// - Parameter persists: Pass true to wait also for a server that cannot be reached.
    static func waitForServer(
        _ server: ServerSettings?, persistently persists: Bool, time: any TimeSource, logger: Logger
    ) async throws {
        guard let server else { return }
        var isLogged = false
        while true {
            let state = await PostgreSQLDatabase.state(ofServerAt: server.url.reveal())
            guard state == .starting || state == .unreachable && persists else { return }
            if !isLogged {
                logger.warning(
                    "Waiting for the database server",
                    metadata: ["storage.server": state == .starting ? "starting" : "unreachable"])
            }
            isLogged = true
            try await time.sleep(for: .seconds(1))
        }
    }

    /// The server of a data directory, for commands that read no configuration; nil if its store is in a file.
    ///
    /// - Throws: `StorageError`, also if the URL is not where it was.
    static func server(of folder: String) throws -> ServerSettings? {
        guard let record = try ServerRecord(of: folder) else { return nil }
        do {
            return try ServerSettings(
                source: record.source, schema: record.schema,
                environment: ProcessInfo.processInfo.environment)
        } catch let error as SecretSourceError {
            throw StorageError.server(schema: record.schema, reason: "its URL is unavailable: \(error)")
        }
    }

    /// The keys with which the store of a data directory is encrypted; empty for a plain one.
    ///
    /// - Throws: `StorageError`.
    package static func encryptionKeys(of folder: String) throws -> [EncryptionKeyRecord] {
        guard let server = try server(of: folder) else { return try EncryptionKeyRecord.all(in: folder) }
        return try PostgreSQLDatabase.encryptionKeys(url: server.url.reveal(), schema: server.schema)
    }

    /// The processes of the store of a data directory. Calls block.
    ///
    /// - Throws: `StorageError`, also if the store is in a file.
    package static func cluster(of folder: String) throws -> ClusterAdministration {
        guard let server = try server(of: folder) else {
            try DataDirectory.verifyExists(folder)
            throw StorageError.unusable(
                folder: folder, reason: "its store is in a file, which one process uses; set store.url for more")
        }
        return try ClusterAdministration(url: server.url.reveal(), schema: server.schema)
    }

    /// Reads the store of a data directory, whether or not an application is running with it.
    ///
    /// - Throws: `StorageError`.
    package static func reader(of folder: String, cipher: ValueCipher?) throws -> JournalReader {
        guard let server = try server(of: folder) else { return try JournalReader(folder: folder, cipher: cipher) }
        let reader = try PostgreSQLDatabase.reader(url: server.url.reveal(), schema: server.schema, cipher: cipher)
        let shared = try PostgreSQLDatabase.sharedBlobs(
            url: server.url.reveal(), schema: server.schema, time: SystemTime())
        return JournalReader(
            database: reader, blobs: BlobStore(folder: DataDirectory.blobs(in: folder), cipher: cipher, shared: shared))
    }
}

extension ClusterNode {
    /// The node of a command that uses the store of a bot that is not running.
    static var command: ClusterNode {
        let process = ProcessInfo.processInfo
        return ClusterNode(
            name: "a command on \(process.hostName), process \(process.processIdentifier)", process: UUID().uuidString,
            pid: process.processIdentifier, version: "")
    }
}
