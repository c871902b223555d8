import BotConfiguration
import ChatModel
import EventProcessing
import Logging
import Storage

/// The data directory of an application with its open databases.
struct DataStores: Sendable {
    let folder: DataDirectory
    let store: Store
    let archive: Archive
    private let logger: Logger

    /// - Parameter server: The server of the store; nil for a file in the directory.
    /// - Throws: `StorageError.owned` if another process uses the directory.
    init(_ path: String, _ server: ServerSettings?, cipher: ValueCipher?, time: any TimeSource, logger: Logger) throws {
        self.logger = logger
        folder = try DataDirectory(path)
        folder.logExposures(to: logger)
        store = try StoreOpener.open(folder, server, cipher: cipher, time: time, logger: logger)
        do {
            archive = try Archive(folder: folder, store: store, time: time, logger: logger, event: \.event)
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
