import AsyncSupport
import BotKit
import BotTesting
import Foundation
import Synchronization
import Testing

@testable import BotKit

/// Counts each user's messages and replies with the number; `fail` and `think` do what they say.
struct StatefulBot: Bot {
    struct State: BotState { var counts: [UserID: Int] = [:] }
    static let manifest = Manifest("remembering", needs: [.reply])
    let options: NoOptions

    func prepare(_ message: Message, _ context: Context) async throws {
        guard message.text == "early" else { return }
        try await context.state(.clan).update { $0.counts = [:] }
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        let count = try await context.state(.clan).update { state in
            state.counts[context.user, default: 0] += 1
            return state.counts[context.user] ?? 0
        }
        switch message.text {
        case "fail": throw CancellationError()
        case "forget": try await context.state(.clan).forget()
        default: break
        }
        return [.reply("\(count)")]
    }
}

struct BotStateTests {
    private let records = Records()

    @Test func `state persists across messages, and each change is recorded with its answer`() async throws {
        let bot = handler()
        #expect(try await bot.says("a", 1) == [.reply("1")])
        #expect(try await bot.says("b", 2) == [.reply("2")])
        let stored = records.all.map(\.writes).map { $0.map(\.value?.json) }
        #expect(stored == [[#"{"counts":{"101":1}}"#], [#"{"counts":{"101":2}}"#]])
        #expect(records.all.map(\.results).map { $0.flatMap(\.actions) } == [[.reply("1")], [.reply("2")]])
        #expect(records.all.map(\.name.sequence) == [1, 2])
    }

    @Test func `after a thrown error state is unchanged and the next invocation proceeds`() async throws {
        let bot = handler()
        #expect(try await bot.says("a", 1) == [.reply("1")])
        await #expect(throws: CancellationError.self) { try await bot.says("fail", 2) }
        #expect(try await bot.says("b", 3) == [.reply("2")])
        #expect(records.all.map(\.name.sequence) == [1, 3])
    }

    @Test func `prepare cannot change state`() async throws {
        await #expect(throws: BotError.onlyReads) { try await handler().says("early", 1) }
        #expect(records.all == [])
    }

    @Test func `forgotten state starts from its default`() async throws {
        let bot = handler()
        #expect(try await bot.says("forget", 1) == [.reply("1")])
        #expect(try await bot.says("a", 2) == [.reply("1")])
        #expect(records.all[0].writes.map(\.value) == [nil])
    }

    @Test func `in a direct conversation the clan's state is that of the conversation`() async throws {
        let bot = handler()
        for (sequence, channel) in [(1, 501), (2, 502), (3, 501)] as [(Int64, ChannelID)] {
            _ = try await bot.says("a", sequence, in: channel, of: 0)
        }
        #expect(
            records.all.map { $0.writes.map(\.key) } == [["clan:0/501"], ["clan:0/502"], ["clan:0/501"]])
        #expect(
            records.all.map { $0.writes.map(\.value?.json) } == [
                [#"{"counts":{"101":1}}"#], [#"{"counts":{"101":1}}"#], [#"{"counts":{"101":2}}"#],
            ])
    }

    @Test func `a hundred concurrent invocations count to a hundred`() async throws {
        let bot = handler()
        let counts = try await withThrowingTaskGroup { group in
            for sequence in 1...100 { group.addTask { try await bot.says("x", Int64(sequence)) } }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(counts == Set((1...100).map { Action.reply("\($0)") }))
    }

    @Test func `concurrent updates within one invocation lose none`() async throws {
        struct Eager: Bot {
            struct State: BotState { var count = 0 }
            static let manifest = Manifest("eager", needs: [.reply])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<500 { group.addTask { try await context.state(.clan).update { $0.count += 1 } } }
                    try await group.waitForAll()
                }
                return [.reply("\(try await context.state(.clan).value.count)")]
            }
        }
        let bot = BotHandler(Eager(options: .init()), runtime: BotRuntime())
        #expect(try await bot.says("go", 1) == [.reply("500")])
    }

    @Test func `an entry decided before a restart gets the same answer and counts once`() async throws {
        let name = InvocationRecord.Name(sequence: 7, author: "bot:remembering")
        let known = [AuthorResult(author: "bot:remembering", actions: [.reply("before")])]
        let memory = BotStateStore(recalled: [name: known])
        let bot = BotHandler(
            StatefulBot(options: .init()), runtime: BotRuntime(supervisor: { _ in BotSupervisor(memory: memory) }))
        #expect(try await bot.says("a", 7) == [.reply("before")])
        #expect(try await bot.says("a", 8) == [.reply("1")])
    }

    @Test func `an invocation cancelled while waiting lets the next one proceed`() async throws {
        let memory = BotStateStore()
        let bot = BotHandler(
            StatefulBot(options: .init()), runtime: BotRuntime(supervisor: { _ in BotSupervisor(memory: memory) }))
        try await memory.lock.acquire(.bot)
        let waiting = Task { try await bot.says("a", 1) }
        while memory.lock.waitingCount == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        memory.lock.release([.bot])
        #expect(try await bot.says("b", 2) == [.reply("1")])
    }

    @Test func `an oversized state value is rejected, and the old one stays`() async throws {
        struct Hoarding: Bot {
            struct State: BotState { var text = "" }
            static let manifest = Manifest("hoarding", needs: [.reply])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                try await context.state(.global).update { $0.text = String(repeating: "x", count: Int(message.text) ?? 0) }
                return []
            }
        }
        let bot = BotHandler(Hoarding(options: .init()), runtime: BotRuntime())
        #expect(try await bot.says("200000", 1) == [])
        await #expect(throws: StateError.tooLarge(bytes: 300_011)) { try await bot.says("300000", 2) }
    }

    private func handler() -> BotHandler<StatefulBot> {
        let memory = BotStateStore(store: { [records] record, stored in
            records.add(record)
            stored()
        })
        return BotHandler(StatefulBot(options: .init()), runtime: BotRuntime(supervisor: { _ in BotSupervisor(memory: memory) }))
    }
}

/// The recorded invocations, in order.
final class Records: Sendable {
    private let kept = Mutex<[InvocationRecord]>([])
    var all: [InvocationRecord] { kept.withLock { $0 } }
    func add(_ record: InvocationRecord) { kept.withLock { $0.append(record) } }
}

extension BotHandler {
    /// Returns the bot's actions for a message by An.
    func says(
        _ text: String, _ sequence: Int64, in channel: ChannelID = .general, of clan: ClanID = .test
    ) async throws -> [Action] {
        let message = Message.make(text: text, in: channel, clan: clan)
        let context = EventContext(now: message.createdAt, me: Author.me.id, isLate: false, sequence: sequence)
        guard case .awaiting(let prepare, let end) = handle(.message(message), in: context) else { return [] }
        do {
            let results = try await prepare()()
            end(.success(results))
            return results.flatMap(\.actions)
        } catch {
            end(.failure(error))
            throw error
        }
    }
}
