import Foundation
import Recurrence
import Synchronization

/// The services that an application provides to its bots: a supervisor for each bot, and reads of users, channels and history.
package final class BotRuntime: Sendable {
    /// Answers a read request; a request that cannot be answered yields `failed`.
    package typealias ReadHandler = @Sendable (ContextRead.Request) async -> ContextRead.Response

    let ask: ReadHandler
    /// A Boolean value that indicates whether reads are answered from a record, which holds what was shown then.
    let readsAreRecorded: Bool
    /// The channels that the configuration calls private.
    let privateChannels: Set<ChannelID>
    let preferences: ChatPreferences
    /// Returns a channel of the directory.
    package let channel: @Sendable (ChannelID) -> Channel?
    /// Returns whether an id is that of a clan of the directory.
    let isClan: @Sendable (ClanID) -> Bool
    /// The invocations under way, for typing indicators.
    package let typing: TypingTracker
    let fileStore: FileStore
    let zones: ZoneRulesCache
    private let make: @Sendable (_ bot: String) -> BotSupervisor
    private let rooms = Mutex<[String: BotSupervisor]>([:])
    /// The names of the bots that have a handler.
    private let names = Mutex<Set<String>>([])

    /// Creates a runtime.
    ///
    /// - Parameters:
    ///   - readsAreRecorded: A Boolean value that indicates whether `ask` answers from a record; otherwise what the readers of an
    ///     event's place may not read is withheld.
    ///   - make: Creates the supervisor of a bot; called once per bot.
    package init(
        ask: @escaping ReadHandler = { _ in .failed("there is no server to ask") }, readsAreRecorded: Bool = false,
        channel: @escaping @Sendable (ChannelID) -> Channel? = { _ in nil },
        isClan: @escaping @Sendable (ClanID) -> Bool = { _ in false },
        chatPreferences: ChatPreferences = ChatPreferences(), fileStore: FileStore = .none,
        typing: TypingTracker = TypingTracker(),
        supervisor make: @escaping @Sendable (_ bot: String) -> BotSupervisor = { _ in BotSupervisor() }
    ) {
        self.ask = ask
        self.readsAreRecorded = readsAreRecorded
        privateChannels = []
        self.channel = channel
        self.isClan = isClan
        self.preferences = chatPreferences
        self.fileStore = fileStore
        self.typing = typing
        zones = ZoneRulesCache()
        self.make = make
    }

    private init(_ runtime: BotRuntime, _ chatPreferences: ChatPreferences, _ privateChannels: Set<ChannelID>) {
        ask = runtime.ask
        readsAreRecorded = runtime.readsAreRecorded
        self.privateChannels = privateChannels
        channel = runtime.channel
        isClan = runtime.isClan
        self.preferences = chatPreferences
        fileStore = runtime.fileStore
        typing = runtime.typing
        zones = runtime.zones
        make = { runtime.supervisor(of: $0) }
    }

    /// Returns a runtime that differs only in its preferences.
    ///
    /// - Parameter privateChannels: The channels that the configuration calls private.
    package func with(_ chatPreferences: ChatPreferences, privateChannels: Set<ChannelID> = []) -> BotRuntime {
        BotRuntime(self, chatPreferences, privateChannels)
    }

    /// The answer to who can read a channel.
    package var readers: PlaceReaders { PlaceReaders(privateChannels: privateChannels, channel: channel) }

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
