import BotKit
import BotTesting
import ChatModel
import Delivery
import Dispatch
import Foundation
import Storage
import Synchronization
import Testing

/// Tests several concurrent deliveries to one channel, for senders that preserve their order.
@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceBatchTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    /// Forwards the messages of a batch one by one, like a connection that may be lost in between.
    private final class RowRecorder: OrderedSender {
        let one: RecordingSender
        private let sizes = Mutex<[Int]>([])
        let maxBatch = 4
        let splitter: MessageSplitter? = nil
        let showsAuthorProfiles = false
        let repetition: ResendMode

        init(_ one: RecordingSender) {
            self.one = one
            repetition = one.repetition
        }

        var rows: [Int] { sizes.withLock { $0 } }

        func waitUntilConnected(to channel: ChannelID) async throws { try await one.waitUntilConnected(to: channel) }
        func conversation(with user: UserID) async throws -> Channel { try await one.conversation(with: user) }
        func send(_ outboundRequest: OutboundRequest) async throws -> SendResult { try await one.send(outboundRequest) }
        func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
            try await one.history(of: channel, before: cursor)
        }

        func send(_ outboundRequests: [OutboundRequest]) async throws -> [Result<SendResult, SendError>] {
            sizes.withLock { $0.append(outboundRequests.count) }
            var results: [Result<SendResult, SendError>] = []
            for outboundRequest in outboundRequests {
                if case .failure(.ambiguous)? = results.last { return pad(results, outboundRequests.count) }
                do {
                    results.append(.success(try await one.send(outboundRequest)))
                } catch let error as SendError {
                    results.append(.failure(error))
                }
            }
            return results
        }

        private func pad(_ results: [Result<SendResult, SendError>], _ count: Int) -> [Result<SendResult, SendError>] {
            results + Array(repeating: .failure(.notConnected), count: count - results.count)
        }
    }

    /// Queues the requests behind a first one that is held back, so that they wait together.
    private func together(
        _ requests: [ResolvedAction.Request], repetition: ResendMode = .unverified,
        fault: @escaping @Sendable (Int) -> RecordingSender.Fault? = { _ in nil }, arrivals: Int? = nil
    ) async throws -> RowRecorder {
        let (held, release) = AsyncStream<Void>.makeStream()
        let one = RecordingSender(
            as: .me, time: testStore.time, repetition: repetition, fault: fault,
            gate: { if $0.draft?.content.text == "first" { for await _ in held {} } })
        let recorder = RowRecorder(one)
        try await running(recorder, timePasses: true) {
            try await ask([("first", .general)])
            await one.wait(calls: 1)
            try await ask(requests, in: .general)
            release.finish()
            await one.wait(forArrivals: arrivals ?? requests.count + 1)
        }
        return recorder
    }

    private func texts(_ count: Int) -> [ResolvedAction.Request] {
        (1...count).map { .send(Draft("\($0)"), answering: nil, topic: 0) }
    }

    @Test func `waiting deliveries are sent together in order`() async throws {
        let recorder = try await together(texts(10))
        #expect(recorder.one.texts(in: .general) == ["first"] + (1...10).map { "\($0)" })
        #expect(recorder.rows == [4, 4, 2])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 11])
    }

    @Test func `a delivery that refers to another message is sent alone in its place`() async throws {
        let reference = Reference(message: 5, sender: 7)
        let requests: [ResolvedAction.Request] = [
            .send("1", answering: nil, topic: 0), .send("2", answering: nil, topic: 0),
            .send("3", answering: reference, topic: 0), .react("👍", message: 5, author: 7), .send("4", answering: nil, topic: 0),
            .send("5", answering: nil, topic: 0),
        ]
        let recorder = try await together(requests)
        #expect(recorder.one.arrivals.dropFirst().map(\.outgoing.request) == requests)
        #expect(recorder.rows == [2, 2])
    }

    @Test func `a refused delivery in a batch fails alone`() async throws {
        let recorder = try await together(texts(4), fault: { $0 == 3 ? .error(.refused(code: 404, "no")) : nil }, arrivals: 4)
        #expect(recorder.one.texts(in: .general) == ["first", "1", "3", "4"])
        // The last one arrives shortly before it is settled.
        while try await testStore.store.outbox.deliveryCounts()[.sent] != 4 { await Task.yield() }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 4, .failed: 1])
    }

    @Test func `a connection lost in a batch repeats only the ambiguous delivery and keeps the order`() async throws {
        let recorder = try await together(texts(4), fault: { $0 == 3 ? .lostAck : nil }, arrivals: 6)
        #expect(recorder.one.texts(in: .general) == ["first", "1", "2", "2", "3", "4"])
        #expect(recorder.rows == [4])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 5])
    }

    @Test func `without history the number of unsettled deliveries in flight is limited`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let one = RecordingSender(
            as: .me, time: testStore.time, repetition: .unverified,
            gate: { if $0.draft?.content.text == "first" { for await _ in held {} } })
        let store = try testStore.store
        try await ask([("given up", .random)])
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .dead("x"), at: testStore.time.now)])
        let disk = DispatchSemaphore(value: 0)
        let (stalled, stall) = AsyncStream<Void>.makeStream()
        try await running(RowRecorder(one), timePasses: true) {
            try await ask([("first", .general)])
            await one.wait(calls: 1)
            try await ask(texts(200), in: .general)
            // Blocks writes while the closure runs.
            async let reopened = store.outbox.reopen(to: [.random], since: .distantPast) { _ in
                stall.finish()
                disk.wait()
                return false
            }
            for await _ in stalled {}
            release.finish()
            await one.wait(forArrivals: 61)
            for _ in 0..<2000 { await Task.yield() }
            #expect(one.arrivals.count == 61, "a row more would be 65")
            disk.signal()
            #expect(try await reopened == 0)
            await one.wait(forArrivals: 201)
        }
        #expect(one.texts(in: .general) == ["first"] + (1...200).map { "\($0)" })
    }

    @Test func `with history a batch is never duplicated`() async throws {
        let recorder = try await together(texts(4), repetition: .verified, fault: { $0 == 3 ? .lostAck : nil })
        #expect(recorder.one.texts(in: .general) == ["first", "1", "2", "3", "4"])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 5])
    }
}
