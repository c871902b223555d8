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
    /// A recording sender that also begins requests. Their completions are called by a task of their own.
    private final class BeginningSender: ImmediateSender {
        let recorder: RecordingSender
        /// Returns whether a begun request takes effect; false if it is to be sent with `send`.
        private let takesEffect: @Sendable (ResolvedAction) -> Bool
        private let begunTexts = Mutex<[String]>([])
        private let sentTexts = Mutex<[String]>([])

        init(_ recorder: RecordingSender, takesEffect: @escaping @Sendable (ResolvedAction) -> Bool = { _ in true }) {
            self.recorder = recorder
            self.takesEffect = takesEffect
        }

        var begun: [String] { begunTexts.withLock { $0 } }
        var sent: [String] { sentTexts.withLock { $0 } }

        func begin(
            _ request: OutboundRequest, completion: @escaping @Sendable (Result<SendResult, SendError>?) -> Void
        ) -> Bool {
            begunTexts.withLock { $0.append(request.outgoing.draft?.content.text ?? "") }
            Task {
                guard takesEffect(request.outgoing) else { return completion(nil) }
                do {
                    completion(.success(try await recorder.send(request)))
                } catch let error as SendError {
                    completion(.failure(error))
                } catch {
                    completion(nil)
                }
            }
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
        func prepare(_ outgoing: ResolvedAction) async throws -> ResolvedAction {
            var signed = outgoing
            signed.draft?.content.text += "!"
            return signed
        }
    }

    let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    @Test func `new messages to known channels are sent without a worker, in order`() async throws {
        let sender = BeginningSender(sender())
        try await running(sender) {
            // The service has begun to take deliveries once it begins one.
            var number = 0
            while sender.begun.isEmpty {
                try await ask([("start \(number)", .random)])
                number += 1
                await sender.recorder.wait(forArrivals: number)
            }
            try await ask((0..<20).map { ("\($0)", .general) })
            await sender.recorder.wait(forArrivals: number + 20)
        }
        let texts = sender.recorder.texts(in: .general)
        #expect(texts == (0..<20).map(String.init))
        #expect(sender.begun.suffix(20) == texts[...])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: sender.recorder.arrivals.count])
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
        let sender = BeginningSender(sender()) { $0.draft?.content.text != "join first" }
        try await running(sender) {
            try await ask([("a", .general), ("join first", .general), ("b", .general)])
            await sender.recorder.wait(forArrivals: 3)
        }
        #expect(sender.recorder.texts(in: .general) == ["a", "join first", "b"])
        #expect(sender.sent.contains("join first"))
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
