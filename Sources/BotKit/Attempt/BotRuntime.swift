import Foundation
import Scheduling
import Synchronization

/// The services that an application provides to its bots: a supervisor for each bot, and reads of users, channels and history.
package final class BotRuntime: Sendable {
    /// Answers a read request; a request that cannot be answered yields `failed`.
    package typealias ReadHandler = @Sendable (ContextRead.Request) async -> ContextRead.Response

    let ask: ReadHandler
    let preferences: ChatPreferences
    /// Returns the clan of a channel, or zero if it has none. Button events do not carry their clan.
    package let clan: @Sendable (ChannelID) -> ClanID
    /// The invocations under way, for typing indicators.
    package let typing: TypingTracker
    let shelf: FileStore
    let zones: ZoneRulesCache
    private let make: @Sendable (_ bot: String) -> BotSupervisor
    private let rooms = Mutex<[String: BotSupervisor]>([:])
    /// The names of the bots that have a handler.
    private let names = Mutex<Set<String>>([])

    /// Creates a runtime.
    ///
    /// - Parameter make: Creates the supervisor of a bot; called once per bot.
    package init(
        ask: @escaping ReadHandler = { _ in .failed("there is no server to ask") },
        clan: @escaping @Sendable (ChannelID) -> ClanID = { _ in 0 },
        manners: ChatPreferences = ChatPreferences(), shelf: FileStore = .none, writing: TypingTracker = TypingTracker(),
        room make: @escaping @Sendable (_ bot: String) -> BotSupervisor = { _ in BotSupervisor() }
    ) {
        self.ask = ask
        self.clan = clan
        self.preferences = manners
        self.shelf = shelf
        self.typing = writing
        zones = ZoneRulesCache()
        self.make = make
    }

    private init(_ house: BotRuntime, _ manners: ChatPreferences) {
        ask = house.ask
        clan = house.clan
        self.preferences = manners
        shelf = house.shelf
        typing = house.typing
        zones = house.zones
        make = { house.supervisor(of: $0) }
    }

    /// Returns a runtime that differs only in its chat preferences.
    package func with(_ manners: ChatPreferences) -> BotRuntime { BotRuntime(self, manners) }

    func register(_ bot: String) { names.withLock { _ = $0.insert(bot) } }

    /// Returns whether a user's next message answers a dialogue of this bot. If several bots wait for an answer, the dialogue
    /// that began last gets it.
    func awaits(_ dialogue: DialogueKey, for bot: String, at now: Date) -> Bool {
        guard let began = supervisor(of: bot).memory.began(dialogue, at: now) else { return false }
        let others = names.withLock { $0.subtracting([bot]) }
        return !others.contains { other in
            supervisor(of: other).memory.began(dialogue, at: now).map { ($0, other) > (began, bot) } ?? false
        }
    }

    /// Changes a bot's stored state on disk while its invocations wait.
    ///
    /// - Parameter change: Performs the change and returns the keys of the erased values.
    package func change(memoryOf bot: String, _ change: () async throws -> [String]) async throws {
        guard let room = rooms.withLock({ $0[bot] }) else {
            _ = try await change()
            return
        }
        try await room.memory.change(change)
    }

    func supervisor(of bot: String) -> BotSupervisor {
        rooms.withLock { rooms in
            if let room = rooms[bot] { return room }
            let room = make(bot)
            rooms[bot] = room
            return room
        }
    }
}
