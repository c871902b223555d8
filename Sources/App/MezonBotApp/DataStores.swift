import ChatModel
import EventProcessing
import Logging
import Storage

/// The data directory of an application with its open databases.
struct DataStores: Sendable {
    let folder: DataDirectory
    let store: Store
    let archive: Archive

    /// - Throws: `StorageError.owned` if another process uses the directory.
    init(_ path: String, cipher: ValueCipher?, time: any TimeSource, logger: Logger) throws {
        folder = try DataDirectory(path)
        folder.logExposures(to: logger)
        store = try Store(folder: folder, cipher: cipher, time: time, logger: logger)
        do {
            archive = try Archive(folder: folder, store: store, time: time, logger: logger, event: \.event)
        } catch {
            try store.close()
            throw error
        }
    }

    func close() throws {
        let result = Result { try archive.close() }
        try store.close()
        try result.get()
    }
}
