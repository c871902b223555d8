import Synchronization

/// What a house hands to its bots: their memories, and answers about people, channels and the past.
package final class BotHouse: Sendable {
    /// Answers a question; what cannot be answered is `failed`.
    package typealias Ask = @Sendable (Reading.Question) async -> Reading.Answer

    let ask: Ask
    /// The clan that a channel belongs to; zero for none. A button's press does not tell it.
    let clan: @Sendable (ChannelID) -> ClanID
    private let make: @Sendable (_ bot: String) -> BotMemory
    private let memories = Mutex<[String: BotMemory]>([:])

    /// - Parameter make: a bot's memory; asked once for each.
    package init(
        ask: @escaping Ask = { _ in .failed("there is no server to ask") },
        clan: @escaping @Sendable (ChannelID) -> ClanID = { _ in 0 },
        memory make: @escaping @Sendable (_ bot: String) -> BotMemory = { _ in BotMemory() }
    ) {
        self.ask = ask
        self.clan = clan
        self.make = make
    }

    func memory(of bot: String) -> BotMemory {
        memories.withLock { memories in
            if let memory = memories[bot] { return memory }
            let memory = make(bot)
            memories[bot] = memory
            return memory
        }
    }
}
