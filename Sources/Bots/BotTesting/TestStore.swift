import BotConfiguration
package import ChatModel
import Foundation
package import Logging
import MezonBotApp
package import Storage
import Synchronization

/// A store in a folder of its own, which can be closed and opened again as in a restart.
///
/// With `TEST_DATABASE_URL` in the environment it is on that PostgreSQL server, in a schema of its own. With `TEST_ENCRYPTION` all are
/// encrypted.
package final class TestStore: Sendable {
    private struct Open {
        var folder: DataDirectory
        var store: Store
    }

    package let time: ManualTime
    package let logger: Logger
    private let folder: TemporaryDirectory
    private let open: Mutex<Open?>
    private let cipher: ValueCipher?

    /// Creates the store.
    ///
    /// - Parameters:
    ///   - channels: The channels that are known from the start.
    ///   - cipher: The cipher that encrypts its texts.
    package init(channels: [Channel] = [.general, .random], time: ManualTime = ManualTime(), cipher: ValueCipher? = nil)
        async throws
    {
        let isEncrypted = ProcessInfo.processInfo.environment["TEST_ENCRYPTION"] != nil
        self.cipher = cipher ?? (isEncrypted ? ValueCipher(.make()) : nil)
        self.time = time
        logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        folder = try TemporaryDirectory()
        if self.cipher == nil, Self.server(for: folder) == nil { try StoreTemplate.copy(to: folder) }
        let opened = try Self.open(folder, self.cipher, time, logger)
        try await opened.store.directory.remember(clans: [Clan(id: .test, name: "test")], channels: channels)
        open = Mutex(opened)
    }

    package var path: String { folder.path }

    /// Reads the store as a command beside the application does.
    package func reader() throws -> JournalReader { try StoreOpener.reader(of: path, cipher: cipher) }

    /// The currently open store.
    package var store: Store {
        get throws {
            guard let open = open.withLock({ $0 }) else { throw StorageError.missing(file: path) }
            return open.store
        }
    }

    package var dataFolder: DataDirectory {
        get throws {
            guard let open = open.withLock({ $0 }) else { throw StorageError.missing(file: path) }
            return open.folder
        }
    }

    /// Closes the store and releases the folder.
    package func close() throws {
        let closing = open.withLock { $0.take() }
        try closing?.store.close()
    }

    /// Closes the store and opens it again, as a new process would.
    @discardableResult
    package func restart() throws -> Store {
        try close()
        let opened = try Self.open(folder, cipher, time, logger)
        open.withLock { $0 = opened }
        return opened.store
    }

    private static let serverVariable = "TEST_DATABASE_URL"

    private static func server(for folder: TemporaryDirectory) -> ServerSettings? {
        ProcessInfo.processInfo.environment[serverVariable].map { url in
            let name = URL(fileURLWithPath: folder.path).lastPathComponent.lowercased().filter { $0.isLetter || $0.isNumber }
            return ServerSettings(url: Secret(url), source: "env:\(serverVariable)", schema: "t\(name.suffix(60))")
        }
    }

    private static func open(_ folder: TemporaryDirectory, _ cipher: ValueCipher?, _ time: ManualTime, _ logger: Logger) throws
        -> Open
    {
        let data = try DataDirectory(folder.path)
        return Open(
            folder: data,
            store: try StoreOpener.open(data, server(for: folder), cipher: cipher, time: time, logger: logger))
    }
}
