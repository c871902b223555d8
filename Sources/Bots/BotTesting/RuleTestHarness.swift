import BotKit
package import ChatModel
import EventProcessing
package import MezonBotApp
import Moderation
package import RuleEngine
package import Storage

/// An application without a server: a store on disk, all event handlers, and a queue for each channel. Nothing is sent. It can be
/// interrupted at any point.
package final class RuleTestHarness {
    package let testStore: TestStore
    package let me: UserID
    private var engine: EventEngine
    private var plan: CompiledConfiguration
    /// The sequence number up to which every entry has a turn.
    private var decided: Int64 = 0

    package init(_ plan: CompiledConfiguration, as me: UserID, clan: ClanID, channels: [Channel], members: [Member] = [])
        async throws
    {
        testStore = try await TestStore(channels: channels)
        self.me = me
        self.plan = plan
        let store = try testStore.store
        store.directory.beginListing(of: clan)
        try await store.directory.finishListing(of: clan, members: members, roles: nil)
        engine = try await Self.open(plan, testStore, store, as: me)
    }

    package var store: Store { get throws { try testStore.store } }

    package var ruleEngine: RuleEngine { engine.ruleEngine }

    /// Processes all waiting entries, the channels concurrently.
    ///
    /// - Parameter crash: Returns the number of decisions that a channel makes before the process ends; uncommitted ones are
    ///   lost.
    package func work(committingEach size: Int = 8, crash: (@Sendable (ChannelID) -> Int)? = nil) async throws {
        let store = try testStore.store
        let processor = engine.eventProcessor
        let waiting = try await store.journal.entriesWithoutTurn(after: decided, limit: .max)
        let queues = Dictionary(grouping: waiting, by: \.channel)
        try await withThrowingDiscardingTaskGroup { group in
            for (channel, entries) in queues {
                group.addTask {
                    var turns: [Turn] = []
                    let end = crash?(channel) ?? entries.count
                    for entry in entries.prefix(end) {
                        turns.append(await processor.turn(for: entry))
                        guard turns.count >= size else { continue }
                        try await store.turns.commit(turns)
                        turns = []
                    }
                    if crash == nil { try await store.turns.commit(turns) }
                }
            }
        }
        if crash == nil, let last = waiting.last { decided = last.sequence }
    }

    /// Simulates the end of the process and a new start.
    package func restart() async throws {
        let store = try testStore.restart()
        engine = try await Self.open(plan, testStore, store, as: me)
    }

    /// Activates another revision of the rules.
    package func reload(_ plan: CompiledConfiguration) async throws {
        self.plan = plan
        try await engine.activate(plan, at: testStore.time.now)
    }

    private static func open(
        _ plan: CompiledConfiguration, _ testStore: TestStore, _ store: Store, as me: UserID
    ) async throws -> EventEngine {
        let sender = RecordingSender(as: Author(id: me, username: "mezon-bot"), time: testStore.time)
        return try await EventEngine(
            plan, store: store, me: me, sender: { _ in sender }, time: testStore.time, logger: testStore.logger
        ) { question in
            switch question {
            case .member(let user, let clan), .identifiedMember(let user, let clan):
                .member(store.directory.member(user, in: clan))
            case .channel(let channel): .channel(store.directory.channel(channel))
            case .role(let role, let clan): .role(store.directory.roles(of: clan).first { $0.id == role }?.title)
            case .history(let channel, let message, let limit):
                .messages(await Self.past(of: channel, before: message, limit, in: store))
            // This is also a response, which a replay has to reproduce.
            default: .failed("the test harness has no server")
            }
        }
    }

    /// Returns the latest messages in the journal: a different answer at each point in time.
    private static func past(of channel: ChannelID, before message: MessageID, _ limit: Int, in store: Store) async -> [Message] {
        guard let last = try? await store.reader.lastSequence(),
            let entries = try? await store.reader.entries(after: max(0, last - 200), limit: 200)
        else { return [] }
        let said = entries.compactMap { entry -> Message? in
            guard case .message(let said)? = entry.event, said.channel == channel else { return nil }
            return message.isNone || said.id < message ? said : nil
        }
        return Array(said.suffix(limit))
    }
}
