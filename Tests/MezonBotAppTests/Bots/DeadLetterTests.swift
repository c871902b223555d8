import BotKit
import BotTesting
import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import MezonBotApp

/// Tests a bot's failure from its dead letter to the retry, over a real store.
struct DeadLetterTests {
    private struct TestError: Error {}

    private struct Failing: Bot {
        static let manifest = Manifest("helpful", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] { throw TestError() }
    }

    /// The same bot without the error.
    private struct Mended: Bot {
        static let manifest = Manifest("helpful", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply(Draft(message.text))] }
    }

    /// A bot that repeats everything in channel 11.
    private struct Repeating: Bot {
        static let manifest = Manifest("helpful", needs: [.send])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            [.send(Draft(message.text), to: 11)]
        }
    }

    @Test func `an answer that is refused in a private place is traced and creates no dead letter`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        var message = Message.make(text: "help me")
        message.isPublic = false
        try await store.journal.append([.make(message)])
        let turns = try await take(Repeating.self, in: testStore)
        #expect(turns.flatMap(\.trace.steps).map(\.what) == [Trace.withheld])
        #expect(turns.flatMap(\.trace.steps).allSatisfy { $0.why.contains("content of a private channel") })
        #expect(turns.flatMap(\.deliveries).isEmpty)
        #expect(try await store.reader.deadLetters(all: true) == [])
    }

    @Test func `a failure creates a dead letter, and its retry answers the message once`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "help me"))])
        try await take(Failing.self, in: testStore)
        let letters = try await store.reader.deadLetters(all: false)
        #expect(letters.map(\.author) == ["bot:helpful"])
        #expect(letters.map(\.sequence) == [1])
        #expect(letters.map(\.reason) == ["handle: TestError()"])

        let service = DeadLetterService(store: store, time: testStore.time)
        _ = try await service.retry(1, by: SystemEvent.console)
        #expect(try await store.journal.entry(2).flatMap { SystemEvent(frame: $0.frame)?.requester } == "console")
        await #expect(throws: DeadLetterService.RetryError.closed(1, .retried)) { try await service.retry(1) }
        let turns = try await take(Mended.self, in: testStore)
        #expect(turns.map(\.sequence) == [2])
        #expect(
            try turns.flatMap(\.deliveries).map { try ResolvedActionCodec.outgoing($0.payload).draft?.content.text } == [
                "help me"
            ])
        #expect(try await store.reader.deadLetters(all: false) == [])
    }

    @Test func `a failed retry creates another dead letter`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "help me"))])
        try await take(Failing.self, in: testStore)
        _ = try await DeadLetterService(store: store, time: testStore.time).retry(1)
        try await take(Failing.self, in: testStore)
        #expect(try await store.reader.deadLetters(all: true).map(\.state) == [.retried, .open])
    }

    @Test func `a dead letter is discarded once, and an unknown number is rejected`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "help me"))])
        try await take(Failing.self, in: testStore)
        let service = DeadLetterService(store: store, time: testStore.time)
        #expect(try await service.discard(1, by: SystemEvent.assistant("claude")) == "dead letter 1 discarded")
        let entry = try #require(try await store.journal.entry(2))
        #expect(entry.kind == "system-dead-letter-discarded" && entry.channel == Message.make().channel)
        #expect(SystemEvent(frame: entry.frame)?.requester == "assistant:claude")
        await #expect(throws: DeadLetterService.RetryError.closed(1, .discarded)) { try await service.discard(1) }
        await #expect(throws: DeadLetterService.RetryError.unknown(7)) { try await service.discard(7) }
    }

    @Test func `the third crash at one entry creates a dead letter`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "help me"))])
        let crash = BotCrash(sequence: 1, author: "bot:helpful", bot: "helpful")
        #expect(try await store.deadLetters.record([crash]).open == [])
        #expect(try await store.deadLetters.record([crash]).open == [])
        let noted = try await store.deadLetters.record([crash])
        #expect(noted.open.map(\.tries) == [3])
        #expect(noted.open.map(\.author) == ["bot:helpful"])
        #expect(noted.crashes.keys.sorted() == ["helpful"])
        let turns = try await take(Mended.self, in: testStore)
        #expect(turns.flatMap(\.trace.steps).map(\.why) == ["dead letter 1: it crashed the process three times"])
    }

    /// A bot that sends three web requests, two of them equal.
    private struct Asking: Bot {
        static let manifest = Manifest("helpful", needs: [.request])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
            try ["/a", "/a", "/b"].map { .request(try WebRequest("ask", .get, "https://example.org\($0)")) }
        }
    }

    /// The same bot after its third address has changed.
    private struct AskingElsewhere: Bot {
        static let manifest = Manifest("helpful", needs: [.request])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
            try ["/a", "/a", "/c"].map { .request(try WebRequest("ask", .get, "https://example.org\($0)")) }
        }
    }

    @Test func `a retried web request keeps the key of its first attempt unless it has changed`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "help me"))])
        try await take(Asking.self, in: testStore)
        let first = try await keys(of: 1, in: store)
        #expect(Set(first).count == 3)

        try await failRequest(of: 1, in: store, at: testStore.time)
        _ = try await DeadLetterService(store: store, time: testStore.time).retry(1)
        let retry = try #require(try await take(AskingElsewhere.self, in: testStore).last?.sequence)
        let second = try await keys(of: retry, in: store)
        #expect(Array(second.prefix(2)) == Array(first.prefix(2)))
        #expect(!first.contains(second[2]))

        // The next retry keeps the keys of both.
        try await failRequest(of: retry, in: store, at: testStore.time)
        _ = try await DeadLetterService(store: store, time: testStore.time).retry(2)
        let last = try #require(try await take(Asking.self, in: testStore).last?.sequence)
        #expect(try await keys(of: last, in: store) == first)
    }

    /// A bot that gives the same order twice and asks a server.
    private struct Paying: Bot {
        static let manifest = Manifest("helpful", needs: [.request, .tokens])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
            let order = Action.account(.sendTokens(5, to: 7, note: message.text))
            return [order, order, .request(try WebRequest("ask", .get, "https://example.org/"))]
        }
    }

    @Test func `a failed order has a dead letter, and its retry is the same order, once`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "tea"))])
        try await take(Paying.self, in: testStore)
        let order = try #require(try await store.reader.deliveries(causedBy: 1).first)
        try await fail(order, .failed("too much"), in: testStore)
        let letter = try #require(try await store.reader.deadLetters(all: false).first)
        #expect((letter.number, letter.author, letter.sequence) == (1, "bot:helpful", 2))
        #expect(letter.reason == "the order for tokens of #1 failed: too much")
        #expect(try await store.journal.entry(2)?.clan == Message.make().clan)

        let service = DeadLetterService(store: store, time: testStore.time)
        _ = try await service.retry(1, by: SystemEvent.console)
        await #expect(throws: DeadLetterService.RetryError.closed(1, .retried)) { try await service.retry(1) }
        let entry = try #require(try await store.journal.entry(3))
        #expect(entry.kind == "system-order-retried" && SystemEvent(frame: entry.frame)?.requester == "console")
        let open = try await store.outbox.openDeliveries(after: 0, limit: 10)
        let again = try #require(open.last)
        #expect(open.count == 3 && again.id > order.id && again.payload == order.payload)
        #expect(again.idempotencyKey(ofPart: 0) == order.idempotencyKey(ofPart: 0))

        try await fail(again, .dead("no answer"), in: testStore)
        #expect(try await store.reader.deadLetters(all: true).map(\.state) == [.retried, .open])
        testStore.time.advance(by: .seconds(2 * 86_400 + 1))
        await #expect(throws: DeadLetterService.RetryError.orderTooOld(2)) { try await service.retry(2) }
        #expect(try await store.reader.deadLetters(all: true).map(\.state) == [.retried, .open])
    }

    @Test func `equal orders of one turn have a dead letter each`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "tea"))])
        try await take(Paying.self, in: testStore)
        let orders = try await store.reader.deliveries(causedBy: 1).prefix(2)
        for order in orders { try await fail(order, .failed("too much"), in: testStore) }
        #expect(try await store.reader.deadLetters(all: false).map(\.sequence) == [2, 3])
        let service = DeadLetterService(store: store, time: testStore.time)
        for number in [1, 2] as [Int64] { _ = try await service.retry(number) }
        let open = try await store.outbox.openDeliveries(after: 0, limit: 10)
        #expect(open.suffix(2).map(\.originalID) == orders.map(\.id))
    }

    @Test func `an order that is executed already is not retried`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "tea"))])
        try await take(Paying.self, in: testStore)
        let order = try #require(try await store.reader.deliveries(causedBy: 1).first)
        try await fail(order, .failed("too much"), in: testStore)
        #expect(try await store.outbox.reopen(to: [order.destination], since: .distantPast, where: { _ in true }) == 1)
        let service = DeadLetterService(store: store, time: testStore.time)
        await #expect(throws: DeadLetterService.RetryError.orderGone(1)) { try await service.retry(1) }
        #expect(try await store.reader.deadLetters(all: true).map(\.state) == [.open])
    }

    @Test func `a bot that is asked again about an event gives no order again`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "tea"))])
        try await take(Paying.self, in: testStore)
        try await failRequest(of: 1, in: store, at: testStore.time)
        _ = try await DeadLetterService(store: store, time: testStore.time).retry(1)
        let turn = try #require(try await take(Paying.self, in: testStore).last)
        #expect(turn.trace.steps.count { $0.why == "send_tokens: this order was given before" } == 2)
        #expect(turn.deliveries.count == 1)
    }

    /// Ends an order as the delivery service does.
    private func fail(_ order: Delivery, _ outcome: DeliveryResult.Outcome, in testStore: TestStore) async throws {
        let store = try testStore.store
        let report = DeliveryFailureReporter(store: store).event(
            for: order, try ResolvedActionCodec.outgoing(order.payload), because: "too much", at: testStore.time.now)
        try await store.outbox.settle([
            DeliveryResult(delivery: order.id, outcome: outcome, at: testStore.time.now, note: report)
        ])
    }

    private func keys(of entry: Int64, in store: Store) async throws -> [String] {
        try await store.reader.deliveries(causedBy: entry).map { delivery in
            guard case .web(let web) = try ResolvedActionCodec.outgoing(delivery.payload).request else { throw TestError() }
            return web.idempotencyKey ?? delivery.idempotencyKey(ofPart: 0)
        }
    }

    /// Gives up the last web request of an entry.
    private func failRequest(of entry: Int64, in store: Store, at time: ManualTime) async throws {
        let delivery = try #require(try await store.reader.deliveries(causedBy: entry).last)
        guard case .web(let web) = try ResolvedActionCodec.outgoing(delivery.payload).request else { throw TestError() }
        let response = WebResponse(.failure("refused"), to: web, as: delivery.id, by: delivery.author, at: time.now)
        try await store.outbox.settle([
            DeliveryResult(delivery: delivery.id, outcome: .failed("refused"), at: time.now, note: .response(response))
        ])
    }

    /// Commits the turns of a bot for every unprocessed entry, as a newly started process would.
    @discardableResult
    private func take<B: Bot>(_ bot: B.Type, in testStore: TestStore) async throws -> [Turn] {
        let store = try testStore.store
        let botRuntime = try await BotRuntime.open(
            [BotDefinition(bot)], store: store, time: testStore.time, logger: testStore.logger
        ) { _ in
            .failed("")
        }
        let handler = try bot.initializer(options: .null, runsLate: true)(botRuntime)
        let processor = EventProcessor(
            me: Author.me.id, time: testStore.time, logger: testStore.logger, entry: { try await store.journal.entry($0) },
            deliveries: { try await store.reader.deliveries(causedBy: $0) }
        ) { _, _ in [handler] }
        var turns: [Turn] = []
        for entry in try await store.journal.entriesWithoutTurn(after: 0, limit: 100) {
            turns.append(await processor.turn(for: entry))
        }
        try await store.turns.commit(turns)
        return turns
    }
}
