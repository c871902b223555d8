import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import MezonProtocol
import Storage
import Synchronization
import Testing

@testable import ConnectorKit

/// Tests what a connection offers to connectors of other packages.
struct ConnectionTests {
    private static let hall = ChannelID(connection: "net", channel: "hall")
    private let testStore: TestStore
    private let connection: Connection<String>

    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.directory.remember(
            clans: [Clan(id: ClanID(connection: "net"), name: "net")],
            channels: [Channel(id: Self.hall, clan: ClanID(connection: "net"), label: "hall")])
        let settings = ConnectionSettings(
            name: "net", position: SourcePosition(file: "c", line: 1, column: 1),
            network: .init(key: "line", title: "Line", "settings"), channels: [.init(id: Self.hall, name: "hall")])
        connection = Connection(settings, "settings", try await .make(in: testStore), random: SplitMix64(seed: 1))
    }

    private func events() async throws -> [Event] {
        try await testStore.store.journal.entries(after: 0, limit: 100).compactMap {
            guard case .envelope(let envelope) = try Frame($0.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: $0.receivedAt)
            else { return nil }
            return event
        }
    }

    private let an = ConnectorUser(id: "7", name: "An")

    @Test func `a message is journaled once, however often it is received`() async throws {
        try await connection.receive([.message("hi", id: "m1", in: "hall", by: an)])
        try await connection.receive([
            .message("hi", id: "m1", in: "hall", by: an), .message("you", id: "m2", in: "hall", by: an),
        ])
        let messages = try await events().compactMap { if case .message(let message) = $0 { message } else { nil } }
        #expect(messages.map(\.text) == ["hi", "you"])
        #expect(messages.allSatisfy { $0.channel == Self.hall && $0.author.username == "An" })
        #expect(Set(messages.map(\.author.id)).count == 1)
    }

    @Test func `events of unknown channels and removals of unknown messages are ignored`() async throws {
        try await connection.receive([
            .message("hi", id: "m1", in: "cellar", by: an), .removal(of: "m9", in: "hall", by: an),
        ])
        #expect(try await events().isEmpty)
    }

    @Test func `a removal names the message that was received`() async throws {
        try await connection.receive([.message("hi", id: "m1", in: "hall", by: an)])
        try await connection.receive([.removal(of: "m1", in: "hall", by: an)])
        let events = try await events()
        guard case .message(let message)? = events.first, case .delete(let removal)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(removal.message == message.id && removal.sender == message.author.id)
    }

    private func request(_ request: ResolvedAction.Request, relayed: RelayedMessage? = nil) -> OutboundRequest {
        OutboundRequest(
            ResolvedAction(channel: Self.hall, request: request),
            in: Channel(id: Self.hall, clan: ClanID(connection: "net"), label: "hall"), idempotencyKey: "1-1-0", relayed: relayed)
    }

    @Test func `a sent message has the network's id, by which a reply finds it`() async throws {
        let sent = Mutex<[OutgoingMessage]>([])
        let sender = connection.sender { message in
            sent.withLock { $0.append(message) }
            return "n\(message.id)"
        }.sender
        try await connection.receive([.message("hi", id: "m1", in: "hall", by: an)])
        guard case .message(let hi)? = try await events().first else { throw SendError.notConnected }
        let face = RelayedMessage.DisplayProfile("Binh")
        let result = try await sender.send(
            request(
                .send("hello", answering: Reference(message: hi.id, sender: 0), topic: 0),
                relayed: RelayedMessage(of: 5, in: 6, as: face, .delete)))
        #expect(result.messages.map(\.externalID) == ["n1-1-0"])
        #expect(
            sent.withLock { $0 } == [
                OutgoingMessage(id: "1-1-0", channel: "hall", author: "Binh", text: "hello", replyTo: "m1")
            ])
    }

    @Test func `an edit is sent as a new message, and other changes are refused or left out`() async throws {
        let texts = Mutex<[String]>([])
        let sender = connection.sender { message in
            texts.withLock { $0.append(message.text) }
            return nil
        }.sender
        _ = try await sender.send(request(.edit(5, "better", topic: 0)))
        #expect(texts.withLock { $0 } == ["✎ better"])
        await #expect(throws: SendError.self) { try await sender.send(request(.delete(5, topic: 0))) }
        let relayed = RelayedMessage(of: 5, in: 6, .delete)
        #expect(try await sender.send(request(.delete(5, topic: 0), relayed: relayed)) == SendResult(0))
    }

    @Test(arguments: [
        (ConnectorError.notConnected, SendError.notConnected), (.unconfirmed("why"), .ambiguous("why")),
        (.refused("why"), .refused(code: 400, "why")), (.unavailable("why"), .unavailable("why", retryAfter: nil)),
    ])
    func `an error of the connector becomes one of delivery`(error: ConnectorError, expected: SendError) async throws {
        let sender = connection.sender { _ in throw error }.sender
        await #expect(throws: expected) { try await sender.send(request(.send("a", answering: nil, topic: 0))) }
    }

    @Test func `messages wait until the connection resumes sending`() async throws {
        let sender = connection.sender { _ in nil }.sender
        let waiting = Task { try await sender.waitUntilConnected(to: Self.hall) }
        connection.resumeSending()
        try await waiting.value
        connection.pauseSending()
        let next = Task { try await sender.waitUntilConnected(to: Self.hall) }
        next.cancel()
        await #expect(throws: CancellationError.self) { try await next.value }
    }
}
