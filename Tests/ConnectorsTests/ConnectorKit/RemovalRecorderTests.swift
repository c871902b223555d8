import BotTesting
import ChatModel
import Delivery
import MezonProtocol
import Storage
import Testing

@testable import ConnectorKit

struct RemovalRecorderTests {
    private static let room = ChannelID(connection: "net", channel: "#swift")
    private static let clan = ClanID(connection: "net")

    private struct Refusing: Sender {
        let error: SendError
        let splitter: MessageSplitter? = nil
        let showsAuthorProfiles = false
        let repetition = ResendMode.idempotent

        func waitUntilConnected(to channel: ChannelID) async throws {}
        func conversation(with user: UserID) async throws -> Channel { throw error }
        func send(_ outboundRequest: OutboundRequest) async throws -> SendResult { throw error }
        func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] { [] }
    }

    private let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func request(_ request: ResolvedAction.Request) -> OutboundRequest {
        OutboundRequest(
            ResolvedAction(channel: Self.room, request: request), in: Channel(id: Self.room, clan: Self.clan, label: "swift"),
            idempotencyKey: "1-1-0", relayed: nil)
    }

    private func journal(_ id: MessageID, isOwn: Bool) async throws {
        let message = Message.make(text: "rude", in: Self.room, id: id, clan: Self.clan, at: testStore.time.now)
        let frame = try #require(ExternalEventCodec.bytes(of: .message(message)))
        try await testStore.store.journal.append([
            NewEntry(event: .message(message), frame: frame, receivedAt: testStore.time.now, isOwn: isOwn)
        ])
    }

    @Test(arguments: [
        (SendError.refused(code: 404, "the channel only receives"), ResolvedAction.Request.delete(5, topic: 0), false, 1),
        (.refused(code: 7, "permission denied"), .delete(5, topic: 0), true, 0),
        (.refused(code: 7, "permission denied"), .pin(5), false, 0), (.notConnected, .delete(5, topic: 0), false, 0),
        (.refused(code: 404, "unknown"), .delete(6, topic: 0), false, 0),
    ])
    func `a refused removal of another user's message is journaled`(
        error: SendError, asked: ResolvedAction.Request, isOwn: Bool, count: Int
    ) async throws {
        try await journal(5, isOwn: isOwn)
        let recorder = RemovalRecorder(base: Refusing(error: error), store: try testStore.store, time: testStore.time)
        for _ in 1...2 { await #expect(throws: error) { try await recorder.send(request(asked)) } }
        let entries = try await testStore.store.journal.entries(after: 1, limit: 10)
        #expect(entries.map(\.kind) == Array(repeating: "delete", count: count))
        #expect(entries.allSatisfy { $0.message == 5 && $0.clan == Self.clan && !$0.isOwn })
    }
}
