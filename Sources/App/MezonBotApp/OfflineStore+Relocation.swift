package import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import PostgreSQLStorage
package import Storage

extension OfflineStore {
    /// Moves the store of a data directory from its file to a PostgreSQL server.
    ///
    /// - Parameters:
    ///   - origin: The origin of the server's URL: `env:DATABASE_URL`, `file:database.url`.
    ///   - cipher: The cipher of an encrypted store. Its copy is encrypted with the same key.
    ///   - progress: Receives the number of rows read, copied and verified, and the total.
    /// - Throws: `StorageError.owned` if the application is running; `StorageError`, `MigrationError`, `SecretSourceError`, and the errors
    ///   of the databases.
    package static func moveToServer(
        at origin: String, schema: String, from folder: String, cipher: ValueCipher?, flag: CancellationFlag,
        progress: (Int64, Int64) -> Void
    ) throws -> StoreRelocation.Outcome {
        let server = try ServerSettings(
            origin: origin, schema: schema, environment: ProcessInfo.processInfo.environment)
        try verifyExists(folder)
        return try StoreRelocation(of: try DataDirectory(folder), id: UUID().uuidString, flag: flag).moveToServer(
            ServerRecord(source: server.source, schema: server.schema), cipher: cipher,
            suffix: SystemTime().now.compactStamp,
            open: {
                try PostgreSQLDatabase(
                    url: server.url.reveal(), schema: server.schema, as: .command, cipher: cipher, time: SystemTime(),
                    isMigrating: true)
            }, progress: progress)
    }

    /// Moves the store of a data directory from its server to a file.
    ///
    /// - Throws: As `moveToServer`.
    package static func moveToFile(
        in folder: String, cipher: ValueCipher?, flag: CancellationFlag, progress: (Int64, Int64) -> Void
    ) throws -> StoreRelocation.Outcome {
        try verifyExists(folder)
        return try StoreRelocation(of: try DataDirectory(folder), id: UUID().uuidString, flag: flag).moveToFile(
            cipher: cipher,
            open: { record in
                guard let server = try StoreOpener.server(of: folder) else { throw StorageError.onServer(folder: folder) }
                return try PostgreSQLDatabase(
                    url: server.url.reveal(), schema: record.schema, as: .command, cipher: cipher, time: SystemTime(),
                    isMigrating: true)
            }, progress: progress)
    }

    /// Verifies that the directory has a store, so that no other one is created.
    private static func verifyExists(_ folder: String) throws {
        if try ServerRecord(of: folder) == nil { try DataDirectory.verifyExists(folder) }
    }
}
