import BotKit
import Logging
import Synchronization

/// Reports suspended bots in the log and the status.
final class BotSuspensionReporter: Sendable {
    private let health: HealthMonitor?
    private let logger: Logger
    private let known = Mutex<[String: BotSupervisor.SuspensionReason]>([:])

    init(health: HealthMonitor?, logger: Logger) {
        self.health = health
        self.logger = logger
    }

    /// - Parameter trouble: the reason of the suspension; nil if the bot has recovered.
    func note(_ trouble: BotSupervisor.SuspensionReason?, of bot: String) {
        if let trouble {
            logger.error("Bot suspended for ten minutes", metadata: ["bots.bot": "\(bot)", "bots.reason": "\(trouble)"])
        } else {
            logger.notice("Bot resumed", metadata: ["bots.bot": "\(bot)"])
        }
        let suspended = known.withLock { known in
            known[bot] = trouble
            return known.mapValues(\.description)
        }
        health?.note(suspended: suspended)
    }
}
