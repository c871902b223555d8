import BotConfiguration
import ChatModel
import Foundation
import PostgreSQLStorage
package import Storage

extension OfflineStore {
    /// Encrypts the store of a data directory, changes its key, or decrypts it permanently.
    ///
    /// - Parameters:
    ///   - opening: The current cipher; nil for a plain store.
    ///   - sealing: The new cipher; nil for a plain store.
    ///   - progress: Receives the number of rows written and the total.
    /// - Returns: The number of rows written and of files changed.
    /// - Throws: `StorageError.owned` if the application is running; `StorageError`, and the errors of the database.
    package static func reencrypt(
        _ folder: String, from opening: ValueCipher?, to sealing: ValueCipher?, progress: (Int64, Int64) throws -> Void
    ) throws -> (rows: Int64, files: Int) {
        let server = try StoreOpener.server(of: folder)
        let directory = try DataDirectory(folder)
        defer { withExtendedLifetime(directory) {} }
        guard let server else { return try Reencryption(directory, from: opening, to: sealing).run(progress: progress) }
        let ciphers = StoreCiphers(opening: opening, sealing: sealing)
        let database = try PostgreSQLDatabase(
            reencrypting: ciphers, url: server.url.reveal(), schema: server.schema, as: .command, time: SystemTime())
        defer { database.close() }
        return try ServerReencryption(of: database, directory, ciphers).run(progress: progress)
    }
}
