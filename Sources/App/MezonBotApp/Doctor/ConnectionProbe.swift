import BotConfiguration
package import ChatModel
package import ConnectorKit
import Foundation
package import Logging
import Storage

/// Opens the configured connections briefly over a temporary store and returns their status. No messages are sent, but members of
/// remote channels see the bot join and leave.
package struct ConnectionProbe: Sendable {
    private static let pause = Duration.milliseconds(100)

    private let compiled: CompiledConfiguration
    private let time: any TimeSource
    private let logger: Logger
    private let timeout: Duration

    /// - Parameter timeout: The timeout for all connections together.
    package init(_ compiled: CompiledConfiguration, time: any TimeSource, logger: Logger, timeout: Duration) {
        self.compiled = compiled
        self.time = time
        self.logger = logger
        self.timeout = timeout
    }

    /// - Returns: The status of each connection once all are ready or the timeout has passed.
    /// - Throws: `StorageError`; `CancellationError`.
    package func run() async throws -> [ConnectorStatus] {
        let location = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-connections-\(UUID().uuidString)")
        let folder = try DataDirectory(location.path)
        let store = try Store(folder: folder, time: time, logger: logger)
        let result: Result<[ConnectorStatus], any Error>
        do {
            result = .success(try await statuses(store))
        } catch {
            result = .failure(error)
        }
        try store.close()
        try FileManager.default.removeItem(at: location)
        return try result.get()
    }

    private func statuses(_ store: Store) async throws -> [ConnectorStatus] {
        let connectors = try await ConnectorRegistry(compiled, store: store, me: 1, time: time, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await connectors.run() } catch is CancellationError {}
            }
            let end = time.uptime + timeout
            var statuses = await connectors.statuses(waiting: [:])
            while time.uptime < end, statuses.contains(where: { !$0.problems.isEmpty }) {
                try await time.sleep(for: Self.pause)
                statuses = await connectors.statuses(waiting: [:])
            }
            group.cancelAll()
            return statuses
        }
    }
}
