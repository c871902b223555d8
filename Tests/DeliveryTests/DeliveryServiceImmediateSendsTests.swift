import AsyncSupport
import BotKit
import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceImmediateSendsTests: DeliveryServiceHarness {
    /// A recording sender that also begins requests. They take effect in order, and their completions are called by a task.
    private final class BeginningSender: ImmediateSender {
        typealias Begun = (OutboundRequest, @Sendable (Result<SendResult, SendError>?) -> Void)

        let recorder: RecordingSender
        /// Returns whether a begun request takes effect; false if it is to be sent with `send`.
        private let takesEffect: @Sendable (ResolvedAction) -> Bool
        private let begunTexts = Mutex<[String]>([])
        private let sentTexts = Mutex<[String]>([])
        private let requests = AsyncStream.makeStream(of: Begun.self)

        /// - Parameter isOpen: Waits before each request takes effect.
        init(
            _ recorder: RecordingSender, takesEffect: @escaping @Sendable (ResolvedAction) -> Bool = { _ in true },
            isOpen: @escaping @Sendable () async -> Void = {}
        ) {
            self.recorder = recorder
            self.takesEffect = takesEffect
            Task { [requests = requests.stream] in
                for await (request, completion) in requests {
                    await isOpen()
                    guard takesEffect(request.outgoing) else {
                        completion(nil)
                        continue
                    }
                    do {
                        completion(.success(try await recorder.send(request)))
                    } catch let error as SendError {
                        completion(.failure(error))
                    } catch {
                        completion(nil)
                    }
                }
            }
        }

        deinit { requests.continuation.finish() }

        var begun: [String] { begunTexts.withLock { $0 } }
        var sent: [String] { sentTexts.withLock { $0 } }

        func perform(_ work: @escaping @Sendable () -> Void) { work() }

        func begin(
            _ request: OutboundRequest, completion: @escaping @Sendable (Result<SendResult, SendError>?) -> Void
        ) -> Bool {
            begunTexts.withLock { $0.append(request.outgoing.draft?.content.text ?? "") }
            requests.continuation.yield((request, completion))
            return true
        }

        var splitter: MessageSplitter? { recorder.splitter }
        var showsAuthorProfiles: Bool { recorder.showsAuthorProfiles }
        var repetition: ResendMode { recorder.repetition }
        func waitUntilConnected(to channel: ChannelID) async throws { try await recorder.waitUntilConnected(to: channel) }
        func conversation(with user: UserID) async throws -> Channel { try await recorder.conversation(with: user) }
        func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
            try await recorder.history(of: channel, before: cursor)
        }
        func send(_ request: OutboundRequest) async throws -> SendResult {
            sentTexts.withLock { $0.append(request.outgoing.draft?.content.text ?? "") }
            return try await recorder.send(request)
        }
    }

    /// Middleware that changes messages.
    private struct Signature: DeliveryMiddleware {
        let name = "middleware:signature"
        func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction {
            var signed = outgoing
            signed.draft?.content.text += "!"
            return signed
        }
    }

    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    /// Sends messages until the service begins one: it then takes deliveries as they are committed. Returns their number.
    private func start(_ sender: BeginningSender) async throws -> Int {
        var number = 0
        while sender.begun.isEmpty {
            try await ask([("start \(number)", .random)])
            number += 1
            await sender.recorder.wait(forArrivals: number)
        }
        return number
    }

    /// A sender whose requests take effect only while a gate is open.
    private func gatedSender() -> (BeginningSender, AsyncGate) {
        let gate = AsyncGate()
        gate.open()
        let sender = BeginningSender(sender(), takesEffect: { _ in true }, isOpen: { try? await gate.waitUntilOpen() })
        return (sender, gate)
    }

    @Test func `new messages to known channels are sent without a worker, in order`() async throws {
        let sender = BeginningSender(sender())
        try await running(sender) {
            let number = try await start(sender)
            try await ask((0..<20).map { ("\($0)", .general) })
            await sender.recorder.wait(forArrivals: number + 20)
        }
        let texts = sender.recorder.texts(in: .general)
        #expect(texts == (0..<20).map(String.init))
        #expect(sender.begun.suffix(20) == texts[...])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: sender.recorder.arrivals.count])
    }

    @Test func `several messages of one channel are under way at once`() async throws {
        let (sender, gate) = gatedSender()
        try await running(sender) {
            let number = try await start(sender)
            gate.close()
            let begun = sender.begun.count
            try await ask((0..<20).map { ("\($0)", .general) })
            while sender.begun.count < begun + 20 { await Task.yield() }
            #expect(sender.recorder.arrivals.count == number)
            gate.open()
            await sender.recorder.wait(forArrivals: number + 20)
        }
        #expect(sender.recorder.texts(in: .general) == (0..<20).map(String.init))
    }

    @Test func `with a rate limit, a channel leaves half of it to others`() async throws {
        let (sender, gate) = gatedSender()
        try await running(sender, perSecond: 10, timePasses: true) {
            let number = try await start(sender)
            gate.close()
            testStore.time.advance(by: .seconds(2))
            let begun = sender.begun.count
            try await ask((0..<20).map { ("\($0)", .general) } + [("other", .random)])
            while !sender.begun.contains("other") { await Task.yield() }
            #expect(sender.begun.count <= begun + 6)
            gate.open()
            await sender.recorder.wait(forArrivals: number + 21)
        }
        #expect(sender.recorder.texts(in: .general) == (0..<20).map(String.init))
    }

    @Test func `an overtaken message that history contains is settled without waiting`() async throws {
        let recorder = RecordingSender(as: .me, time: testStore.time) { number in
            number % 5 == 3 ? .overtakenAck(pending: .seconds(9)) : nil
        }
        let sender = BeginningSender(recorder)
        try await running(sender) {
            let number = try await start(sender)
            try await ask((0..<12).map { ("\($0)", .general) })
            while try await testStore.store.outbox.deliveryCounts() != [.sent: number + 12] { await Task.yield() }
        }
        #expect(recorder.texts(in: .general) == (0..<12).map(String.init))
    }

    @Test func `an overtaken message that history does not contain is sent again once it cannot arrive any more`() async throws {
        let recorder = RecordingSender(as: .me, time: testStore.time) { number in
            number == 1 ? .error(.overtaken(pending: .seconds(9))) : nil
        }
        let sender = BeginningSender(recorder)
        let began = testStore.time.uptime
        try await running(sender) {
            try await ask([("a", .general)])
            await testStore.time.waitForSleepers()
            #expect(recorder.arrivals.isEmpty)
            testStore.time.advance(by: .seconds(9))
            await recorder.wait(forArrivals: 1)
        }
        #expect(recorder.texts(in: .general) == ["a"])
        #expect(testStore.time.uptime - began >= .seconds(9))
    }

    @Test func `a lost acknowledgement is settled from history by a worker, and the next messages follow in order`() async throws
    {
        let recorder = RecordingSender(as: .me, time: testStore.time) { number in number % 5 == 3 ? .lostAck : nil }
        let sender = BeginningSender(recorder)
        try await running(sender, timePasses: true) {
            try await ask((0..<12).map { ("\($0)", .general) })
            await recorder.wait(forArrivals: 12)
            while try await testStore.store.outbox.deliveryCounts() != [.sent: 12] { await Task.yield() }
        }
        #expect(recorder.texts(in: .general) == (0..<12).map(String.init))
    }

    @Test func `a request that had no effect is sent by a worker`() async throws {
        // As long as the channel is not joined, those behind it have no effect either.
        let sender = BeginningSender(sender()) { !["join first", "b"].contains($0.draft?.content.text) }
        try await running(sender) {
            let number = try await start(sender)
            try await ask([("a", .general), ("join first", .general), ("b", .general)])
            await sender.recorder.wait(forArrivals: number + 3)
        }
        #expect(sender.recorder.texts(in: .general) == ["a", "join first", "b"])
        #expect(sender.sent.filter { !$0.hasPrefix("start") } == ["join first", "b"])
    }

    @Test func `middleware, references to earlier steps and long messages need a worker`() async throws {
        let sender = BeginningSender(sender())
        let long = String(repeating: "word ", count: 1500)
        try await running(sender, middleware: { $0 == .random ? [Signature()] : [] }) {
            try await ask([("signed", .random), (long, .general)])
            try await ask(
                [ResolvedAction(channel: .general, request: .send("after", answering: nil, topic: 0))], after: .settled)
            await sender.recorder.wait(forArrivals: 4)
        }
        #expect(sender.begun == [])
        #expect(sender.sent.first { $0.hasPrefix("signed") } == "signed!")
    }
}
