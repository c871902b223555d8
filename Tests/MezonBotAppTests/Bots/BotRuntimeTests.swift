import BotKit
import BotTesting
import EventProcessing
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import MezonBotApp

/// Tests bots over a real store: their state is committed with their answers or not at all.
struct BotRuntimeTests {
    private struct Counting: Bot {
        struct State: BotState { var count = 0 }
        static let manifest = Manifest("counting", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let who = try await context.member(context.user)?.roles.count ?? -1
            let count = try await context.state(.clan).update { state in
                state.count += 1
                return state.count
            }
            return [.reply("\(count) \(who)")]
        }
    }

    /// The same bot in a later version.
    private struct Recounting: Bot {
        struct State: BotState {
            var count = 0
            var best = 10
        }
        static let manifest = Manifest("counting", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let state = try await context.state(.clan).value
            return [.reply("\(state.count) of \(state.best)")]
        }
    }

    private struct Forgetful: Bot {
        struct State: BotState { var total = 0 }
        static let manifest = Manifest("counting", needs: [.reply])
        let options: NoOptions
    }

    @Test func `a lost turn is repeated identically after a restart and counted once`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "a")), .make(.make(text: "b"))])
        let lost = try await turns(of: Counting.self, in: testStore)
        #expect(lost.map(\.trace.steps) == [[.init("bot:counting", "reply")], [.init("bot:counting", "reply")]])

        try testStore.restart()
        let again = try await turns(of: Counting.self, in: testStore)
        #expect(again.map(\.deliveries) == lost.map(\.deliveries))
        try await testStore.store.turns.commit(again)

        try testStore.restart()
        try await testStore.store.journal.append([.make(.make(text: "c"))])
        let third = try await turns(of: Counting.self, in: testStore)
        #expect(try third.flatMap(\.deliveries).map { try text(of: $0) } == ["3 -1"])
        #expect(try await testStore.store.state.openBotRecords().map(\.author) == ["bot:counting"])
    }

    @Test func `an invocation record holds the context reads and their answers`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "a"))])
        _ = try await turns(of: Counting.self, in: testStore)
        let row = try #require(try await testStore.store.state.openBotRecords().first)
        let readings = try JSONDecoder().decode([ContextRead].self, from: Data(row.reads.utf8))
        #expect(readings == [ContextRead(question: .member(101, clan: .test), answer: .member(nil))])
    }

    @Test func `a state type with a new property is migrated at start`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "a"))])
        try await testStore.store.turns.commit(try await turns(of: Counting.self, in: testStore))
        try testStore.restart()
        try await testStore.store.journal.append([.make(.make(text: "b"))])
        let turns = try await turns(of: Recounting.self, in: testStore)
        #expect(try turns.flatMap(\.deliveries).map { try text(of: $0) } == ["1 of 10"])
    }

    @Test func `a state type that would lose data stops the start with the reason`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "a"))])
        try await testStore.store.turns.commit(try await turns(of: Counting.self, in: testStore))
        try testStore.restart()
        let reason =
            "the stored state has count, which the type no longer has; keep it, or write `static func migrate`"
        await #expect(throws: ApplicationError.stateUnreadable(bot: "counting", key: "clan:301", reason: reason)) {
            try await turns(of: Forgetful.self, in: testStore)
        }
    }

    private func text(of delivery: NewDelivery) throws -> String? {
        try ResolvedActionCodec.outgoing(delivery.payload).draft?.content.text
    }

    /// Returns the turns of a bot for every unprocessed entry, as a newly started process would compute them.
    private func turns<B: Bot>(of bot: B.Type, in testStore: TestStore) async throws -> [Turn] {
        let store = try testStore.store
        let botRuntime = try await BotRuntime.open(
            [BotDefinition(bot)], store: store, time: testStore.time, logger: testStore.logger
        ) {
            question in
            if case .member(let user, let clan) = question {
                .member(store.directory.member(user, in: clan))
            } else {
                .failed("")
            }
        }
        let handler = try bot.initializer(options: .null, runsLate: true)(botRuntime)
        let processor = EventProcessor(me: Author.me.id, time: testStore.time, logger: testStore.logger) { _, _ in
            [handler]
        }
        var turns: [Turn] = []
        for entry in try await store.journal.entriesWithoutTurn(after: 0, limit: 100) {
            turns.append(await processor.turn(for: entry))
        }
        // Ensures that everything queued before is on disk.
        try await store.turns.setTurnsThrough(0)
        return turns
    }
}
