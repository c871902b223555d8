import AsyncSupport
import ChatModel
import Logging
import MezonClient
import ServiceLifecycle
import Storage
import Synchronization

/// Warns if another process runs with this bot's token, which would answer everything twice without being noticed.
final class SharedTokenMonitor: Service {
    private let health: HealthMonitor
    private let unaccounted: @Sendable (Set<MessageID>) async throws -> Int
    private let time: any TimeSource
    private let logger: Logger
    private let detector = Mutex(ForeignSendDetector())
    private let wakeup = AsyncSignal()

    /// - Parameter unaccounted: Counts the messages that no delivery of this store accounts for.
    init(
        health: HealthMonitor, time: any TimeSource, logger: Logger,
        unaccounted: @escaping @Sendable (Set<MessageID>) async throws -> Int
    ) {
        self.health = health
        self.time = time
        self.logger = logger
        self.unaccounted = unaccounted
    }

    /// Records the bot's own messages. Called once they are durable.
    func note(_ events: [ReceivedEvent], me: UserID) {
        let own = events.compactMap { received -> MessageID? in
            guard !received.isLate, case .message(let message) = received.event, message.author.id == me else { return nil }
            return message.id
        }
        guard !own.isEmpty else { return }
        let now = time.uptime
        detector.withLock { detector in for message in own { detector.note(message, at: now) } }
        wakeup.signal()
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                for await _ in self.wakeup.signals { try await self.look() }
            } catch is CancellationError {}
        }
    }

    private func look() async throws {
        while detector.withLock({ $0.isWaiting }) {
            try await time.sleep(for: ForeignSendDetector.patience)
            let due = detector.withLock { [time] in $0.due(at: time.uptime) }
            let count = due.isEmpty ? 0 : try await unaccounted(due)
            let (isSuspected, hasChanged) = detector.withLock { [time] detector in
                let hasChanged = detector.recordUnaccounted(count, at: time.uptime)
                return (detector.isSuspected, hasChanged)
            }
            if hasChanged { report(isSuspected) }
        }
    }

    private func report(_ isSuspected: Bool) {
        guard isSuspected else { return health.clear(.session) }
        health.degrade(
            .session,
            [
                "another process sends with this bot's token, so messages are answered twice: stop the other process; if there is none, "
                    + "renew the token"
            ])
        logger.warning("Another process sends with this bot's token: stop it, or renew the token")
    }
}
