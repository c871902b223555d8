import AsyncSupport
import BotKit
import ChatModel
import Synchronization

/// The places for requests under way: some for each bot in each clan, so that one clan's requests do not make another's wait.
final class RequestPlaces: Sendable {
    private struct Key: Hashable {
        var bot: String
        var clan: ClanID
    }

    private struct Places {
        let semaphore: AsyncSemaphore
        /// The running and the waiting requests.
        var users = 0
    }

    private let limit: Int
    private let all = Mutex<[Key: Places]>([:])

    /// - Parameter limit: the requests of one bot in one clan at a time.
    init(limit: Int) { self.limit = limit }

    /// The numbers of bots and clans that have requests under way.
    var count: Int { all.withLock { $0.count } }

    /// Runs the body in a place of its own, after those who asked before in the same clan.
    ///
    /// - Throws: `CancellationError`, and what the body throws.
    func take<Value: Sendable>(for bot: RequestingBot, _ body: () async throws -> Value) async throws -> Value {
        let key = Key(bot: bot.name, clan: bot.clan)
        let semaphore = all.withLock { [limit] all in
            all[key, default: Places(semaphore: AsyncSemaphore(places: limit))].users += 1
            return all[key]?.semaphore ?? AsyncSemaphore(places: limit)
        }
        defer {
            all.withLock { all in
                all[key]?.users -= 1
                if all[key]?.users == 0 { all[key] = nil }
            }
        }
        try await semaphore.enter()
        defer { semaphore.leave() }
        return try await body()
    }
}
