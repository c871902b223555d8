import BotKit
import ChatModel
import Logging
import Synchronization

/// Reports suspended bots in the log and the status, with the clans in which they are suspended.
final class BotSuspensionReporter: Sendable {
    private let health: HealthMonitor?
    private let logger: Logger
    private let clanName: @Sendable (ClanID) -> String
    /// The suspensions of each bot; the key is nil for one that holds everywhere.
    private static let maxNamed = 8  // Clans and conversations in the status; clans first.
    private let known = Mutex<[String: [InvocationPlace?: BotSupervisor.SuspensionReason]]>([:])

    init(health: HealthMonitor?, logger: Logger, clanName: @escaping @Sendable (ClanID) -> String) {
        self.health = health
        self.logger = logger
        self.clanName = clanName
    }

    /// - Parameters:
    ///   - reason: The reason of the suspension; nil if the bot has recovered.
    ///   - place: Where it holds; nil for everywhere.
    func note(_ reason: BotSupervisor.SuspensionReason?, of bot: String, in place: InvocationPlace?) {
        let metadata: Logger.Metadata = ["bots.bot": "\(bot)", "bots.place": "\(words(for: place))"]
        if let reason {
            logger.error(
                "Bot suspended for ten minutes", metadata: metadata.merging(["bots.reason": "\(reason)"]) { $1 })
        } else {
            logger.notice("Bot resumed", metadata: metadata)
        }
        let suspended = known.withLock { known in
            known[bot, default: [:]][place] = reason
            if known[bot]?.isEmpty == true { known[bot] = nil }
            return known.mapValues(text)
        }
        health?.note(suspended: suspended)
    }

    /// Returns the suspensions of one bot as one line.
    private func text(_ suspensions: [InvocationPlace?: BotSupervisor.SuspensionReason]) -> String {
        let ordered = suspensions.sorted { left, right in
            guard let one = left.key, let other = right.key else { return left.key == nil }
            return other < one
        }
        let named = ordered.prefix(Self.maxNamed).map { place, reason in
            place == nil ? "\(reason)" : "\(words(for: place)): \(reason)"
        }
        let more = ordered.count - named.count
        return (named + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "; ")
    }

    private func words(for place: InvocationPlace?) -> String {
        guard let place else { return "all clans" }
        if !place.clan.isNone { return "clan \(clanName(place.clan))" }
        return place.conversation.isNone ? "events without a clan" : "conversation \(place.conversation)"
    }
}
