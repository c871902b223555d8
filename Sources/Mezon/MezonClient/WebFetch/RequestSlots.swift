import AsyncSupport
import BotKit
import ChatModel
import Synchronization

/// Limits the concurrent requests of each bot in each clan, so that the requests of one clan do not delay those of another.
final class RequestSlots: Sendable {
    private struct Key: Hashable {
        var bot: String
        var clan: ClanID
    }

    private struct Slots {
        let semaphore: AsyncSemaphore
        /// The number of running and waiting requests.
        var users = 0
    }

    private let limit: Int
    private let all = Mutex<[Key: Slots]>([:])

    /// - Parameter limit: The maximum number of concurrent requests of one bot in one clan.
    init(limit: Int) { self.limit = limit }

    /// The number of pairs of bot and clan that have requests in progress.
    var count: Int { all.withLock { $0.count } }

    /// Runs the body in a slot of its own, after earlier callers for the same bot and clan.
    ///
    /// - Throws: `CancellationError`, and the errors of the body.
    func run<Value: Sendable>(for bot: RequestingBot, _ body: () async throws -> Value) async throws -> Value {
        let key = Key(bot: bot.name, clan: bot.clan)
        let semaphore = all.withLock { [limit] all in
            all[key, default: Slots(semaphore: AsyncSemaphore(permits: limit))].users += 1
            return all[key]?.semaphore ?? AsyncSemaphore(permits: limit)
        }
        defer {
            all.withLock { all in
                all[key]?.users -= 1
                if all[key]?.users == 0 { all[key] = nil }
            }
        }
        try await semaphore.acquire()
        defer { semaphore.release() }
        return try await body()
    }
}
