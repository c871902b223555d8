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

    private let plan: CompiledConfiguration
    private let time: any TimeSource
    private let logger: Logger
    private let patience: Duration

    /// - Parameter patience: the timeout for all connections together.
    package init(_ plan: CompiledConfiguration, time: any TimeSource, logger: Logger, patience: Duration) {
        self.plan = plan
        self.time = time
        self.logger = logger
        self.patience = patience
    }

    /// - Returns: the status of each connection once all are ready or the timeout has passed.
    /// - Throws: `StorageError`; `CancellationError`.
    package func run() async throws -> [ConnectorStatus] {
        let place = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-ports-\(UUID().uuidString)")
        let folder = try DataDirectory(place.path)
        let store = try Store(folder: folder, time: time, logger: logger)
        let result: Result<[ConnectorStatus], any Error>
        do {
            result = .success(try await statuses(store))
        } catch {
            result = .failure(error)
        }
        try store.close()
        try FileManager.default.removeItem(at: place)
        return try result.get()
    }

    private func statuses(_ store: Store) async throws -> [ConnectorStatus] {
        let ports = try await ConnectorRegistry(
            plan.configuration.connections, connectors: plan.connectors, store: store, me: 1, time: time,
            random: { SystemRandomNumberGenerator() }, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await ports.run() } catch is CancellationError {}
            }
            let end = time.uptime + patience
            var statuses = await ports.statuses(waiting: [:])
            while time.uptime < end, statuses.contains(where: { !$0.troubles.isEmpty }) {
                try await time.sleep(for: Self.pause)
                statuses = await ports.statuses(waiting: [:])
            }
            group.cancelAll()
            return statuses
        }
    }
}
