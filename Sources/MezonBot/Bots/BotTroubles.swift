import BotKit
import Logging
import Synchronization

/// Tells the operator of bots that are kept away from messages, in log and health.
final class BotTroubles: Sendable {
    private let health: HouseHealth?
    private let logger: Logger
    private let known = Mutex<[String: BotRoom.Trouble]>([:])

    init(health: HouseHealth?, logger: Logger) {
        self.health = health
        self.logger = logger
    }

    /// - Parameter trouble: nil where the bot is well again.
    func note(_ trouble: BotRoom.Trouble?, of bot: String) {
        if let trouble {
            logger.error("A bot is suspended for ten minutes", metadata: ["bots.bot": "\(bot)", "bots.reason": "\(trouble)"])
        } else {
            logger.notice("A bot is well again", metadata: ["bots.bot": "\(bot)"])
        }
        let suspended = known.withLock { known in
            known[bot] = trouble
            return known.mapValues(\.description)
        }
        health?.note(suspended: suspended)
    }
}
