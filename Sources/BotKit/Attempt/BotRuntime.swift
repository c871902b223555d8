import Foundation
import Scheduling
import Synchronization

/// What a house hands to its bots: a room for each, and answers about people, channels and the past.
package final class BotRuntime: Sendable {
    /// Answers a question; what cannot be answered is `failed`.
    package typealias ReadHandler = @Sendable (ContextRead.Request) async -> ContextRead.Response

    let ask: ReadHandler
    /// The channels that the configuration calls private.
    let privateChannels: Set<ChannelID>
    let manners: ChatPreferences
    /// A channel as the directory knows it.
    package let channel: @Sendable (ChannelID) -> Channel?
    /// Where bots are at work.
    package let writing: TypingTracker
    let shelf: FileStore
    let zones: ZoneRulesCache
    private let make: @Sendable (_ bot: String) -> BotSupervisor
    private let rooms = Mutex<[String: BotSupervisor]>([:])
    /// The bots that take part.
    private let names = Mutex<Set<String>>([])

    /// - Parameter make: a bot's room; asked once for each.
    package init(
        ask: @escaping ReadHandler = { _ in .failed("there is no server to ask") },
        channel: @escaping @Sendable (ChannelID) -> Channel? = { _ in nil },
        manners: ChatPreferences = ChatPreferences(), shelf: FileStore = .none, writing: TypingTracker = TypingTracker(),
        room make: @escaping @Sendable (_ bot: String) -> BotSupervisor = { _ in BotSupervisor() }
    ) {
        self.ask = ask
        privateChannels = []
        self.channel = channel
        self.manners = manners
        self.shelf = shelf
        self.writing = writing
        zones = ZoneRulesCache()
        self.make = make
    }

    private init(_ house: BotRuntime, _ manners: ChatPreferences, _ privateChannels: Set<ChannelID>) {
        ask = house.ask
        self.privateChannels = privateChannels
        channel = house.channel
        self.manners = manners
        shelf = house.shelf
        writing = house.writing
        zones = house.zones
        make = { house.room(of: $0) }
    }

    /// The same runtime with other preferences.
    ///
    /// - Parameter privateChannels: the channels that the configuration calls private.
    package func with(_ manners: ChatPreferences, privateChannels: Set<ChannelID> = []) -> BotRuntime {
        BotRuntime(self, manners, privateChannels)
    }

    /// Who may read a place.
    package var readers: PlaceReaders { PlaceReaders(privateChannels: privateChannels, channel: channel) }

    func note(_ bot: String) { names.withLock { _ = $0.insert(bot) } }

    /// Whether somebody's next words are an answer to a bot. Of several that wait for one, it is that which asked last.
    func awaits(_ dialogue: DialogueKey, for bot: String, at now: Date) -> Bool {
        guard let began = room(of: bot).memory.began(dialogue, at: now) else { return false }
        let others = names.withLock { $0.subtracting([bot]) }
        return !others.contains { other in
            room(of: other).memory.began(dialogue, at: now).map { ($0, other) > (began, bot) } ?? false
        }
    }

    /// Lets what a bot remembers on disk be changed past it.
    ///
    /// - Parameter change: returns the keys of what is forgotten.
    package func change(memoryOf bot: String, _ change: () async throws -> [String]) async throws {
        guard let room = rooms.withLock({ $0[bot] }) else {
            _ = try await change()
            return
        }
        try await room.memory.change(change)
    }

    func room(of bot: String) -> BotSupervisor {
        rooms.withLock { rooms in
            if let room = rooms[bot] { return room }
            let room = make(bot)
            rooms[bot] = room
            return room
        }
    }
}
