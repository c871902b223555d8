import BotConfiguration
import ChatModel
import EventProcessing
import Logging
import PostgreSQLStorage
import Storage

/// The data directory of an application with its open databases.
struct DataStores: Sendable {
    let folder: DataDirectory
    let store: Store
    let archive: Archive
    /// The server of the store; nil for a file in the directory.
    let server: ServerSettings?
    private let logger: Logger

    /// - Parameters:
    ///   - server: The server of the store; nil for a file in the directory.
    ///   - lease: The lease of a store on a server; nil to take it, which no other process may have.
    /// - Throws: `StorageError`.
    init(
        _ folder: DataDirectory, _ server: ServerSettings?, _ lease: PostgreSQLLease? = nil, cipher: ValueCipher?,
        time: any TimeSource, logger: Logger
    ) throws {
        self.logger = logger
        self.folder = folder
        self.server = server
        folder.logExposures(to: logger)
        store = try StoreOpener.open(folder, server, lease, cipher: cipher, time: time, logger: logger)
        do {
            archive = try Archive(folder: folder, store: store, time: store.time, logger: logger, event: \.event)
        } catch {
            var errors = FirstError(error, logger: logger)
            errors.catching(store.close)
            throw error
        }
    }

    func close() throws {
        var errors = FirstError(logger: logger)
        errors.catching(archive.close)
        errors.catching(store.close)
        try errors.rethrow()
    }
}
