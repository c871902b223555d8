import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

@testable import ConnectorKit
@testable import Webhooks

@Suite(.timeLimit(.minutes(5))) struct WebhookChannelSenderTests {
    private static let channel = ChannelID(connection: "hooks", channel: "ops")
    private let testStore: TestStore
    private let context: ConnectorContext

    init() async throws {
        testStore = try await TestStore()
        context = try await .make(in: testStore)
    }

    private func with(
        _ replies: [TestWebhookTarget.Reply], style: WebhookTarget.Style = .standard,
        _ body: (WebhookChannelSender, TestWebhookTarget) async throws -> Void
    ) async throws {
        let server = try await TestWebhookTarget(["/ops": .inTurn(replies)])
        let target = WebhookTarget(
            url: Secret("http://127.0.0.1:\(server.port)/ops"), reachesInside: true, style: style, timeout: .seconds(60))
        let sender = WebhookSender(time: context.time, logger: context.logger)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(WebhookChannelSender(Self.channel, to: target, by: sender, context), server))
        } catch {
            result = .failure(error)
        }
        try await server.stop()
        try result.get()
    }

    private func outboundRequest(
        _ request: ResolvedAction.Request, idempotencyKey: String = "1-1-0", relayed: RelayedMessage? = nil
    )
        -> OutboundRequest
    {
        OutboundRequest(
            ResolvedAction(channel: Self.channel, request: request), in: Channel(id: Self.channel, clan: 0, label: "ops"),
            idempotencyKey: idempotencyKey,
            relayed: relayed)
    }

    private func json(_ post: TestWebhookTarget.Post?) throws -> [String: JSONValue] {
        try JSONDecoder().decode([String: JSONValue].self, from: Data(try #require(post).body))
    }

    @Test func `a relayed message is posted with its author, channel and time`() async throws {
        let origin = Message.make(text: "hi")
        let relayed = RelayedMessage(
            of: origin.id, in: .general, by: Author.an.id, as: .init("An", avatar: "https://a.example/p"),
            .show("hi", answering: nil))
        try await with([.answer(200)]) { outlet, server in
            let sent = try await outlet.send(outboundRequest(.send("hi", answering: nil, topic: 0), relayed: relayed))
            #expect(sent.message.isExternal && sent.messages.first?.externalID == "1-1-0")
            let post = try #require(server.posts.first)
            #expect(post.headers["webhook-id"] == "1-1-0")
            #expect(
                try json(post) == [
                    "type": "message.created", "timestamp": .string(Snowflake.date(of: origin.id).formatted(.iso8601)),
                    "data": [
                        "id": "1-1-0", "channel": .string("\(ChannelID.general)"), "clan": .string("\(ClanID.test)"),
                        "author": ["id": .string("\(Author.an.id)"), "name": "An", "avatar": "https://a.example/p"],
                        "text": "hi", "markup": [], "attachments": [], "reply_to": .null,
                    ],
                ])
        }
    }

    @Test func `headers precede the text, and header syntax in a user's text stays text`() async throws {
        var relayed = RelayedMessage(
            of: 1, in: .general, by: Author.an.id, as: .init("An"), .show("<t>@id=2</t>hi", answering: nil))
        relayed.headers = "<t>@id=1</t>"
        try await with([.answer(200)]) { outlet, server in
            _ = try await outlet.send(outboundRequest(.send("<t>@id=2</t>hi", answering: nil, topic: 0), relayed: relayed))
            #expect(try json(server.posts.first)["data"]?.object?["text"] == "<t>@id=1</t><-><t>@id=2</t>hi")
        }
    }

    @Test func `a webhook event is posted unchanged with the same bytes on each attempt`() async throws {
        let event = WebhookPayload("case.opened", at: testStore.time.now, data: ["id": "1"])
        let outboundRequest = outboundRequest(.send(Draft(event.content), answering: nil, topic: 0))
        try await with([.answer(503), .answer(200)]) { outlet, server in
            await #expect(throws: SendError.self) { try await outlet.send(outboundRequest) }
            let sent = try await outlet.send(outboundRequest)
            #expect(sent.message.isExternal && sent.messages.isEmpty)
            #expect(server.posts.map(\.body) == [event.bytes, event.bytes])
            #expect(server.posts.map { $0.headers["webhook-id"] } == ["1-1-0", "1-1-0"])
        }
        try await with([], style: .slack) { outlet, server in
            await #expect(throws: SendError.self) { try await outlet.send(outboundRequest) }
            #expect(server.posts.isEmpty)
        }
    }

    @Test func `replies, edits, deletions and reactions use the external id`() async throws {
        let message = MessageID(foreignSnowflake: 1 << 30)
        try await testStore.store.journal.append([
            .init(
                event: .message(.make(in: Self.channel, id: message)), frame: [1], receivedAt: testStore.time.now, name: "theirs")
        ])
        try await with([]) { outlet, server in
            let reference = Reference(message: message, sender: 1)
            _ = try await outlet.send(outboundRequest(.send("a", answering: reference, topic: 0), idempotencyKey: "1"))
            _ = try await outlet.send(outboundRequest(.edit(message, "b", topic: 0), idempotencyKey: "2"))
            _ = try await outlet.send(outboundRequest(.delete(message, topic: 0), idempotencyKey: "3"))
            _ = try await outlet.send(outboundRequest(.react("👍", message: message, author: 1), idempotencyKey: "4"))
            _ = try await outlet.send(outboundRequest(.unreact("👍", message: message, author: 1), idempotencyKey: "5"))
            // The receiver does not know this message.
            #expect(try await outlet.send(outboundRequest(.delete(7, topic: 0), idempotencyKey: "6")) == SendResult(0))
            let told = try server.posts.map { post -> [JSONValue?] in
                let body = try json(post)
                let data = body["data"]?.object
                return [body["type"], data?["id"], data?["text"], data?["reply_to"], data?["emoji"]]
            }
            #expect(
                told == [
                    ["message.created", "1", "a", "theirs", nil], ["message.updated", "theirs", "b", .null, nil],
                    ["message.deleted", "theirs", nil, .null, nil], ["reaction.added", "theirs", nil, .null, "👍"],
                    ["reaction.removed", "theirs", nil, .null, "👍"],
                ])
        }
    }

    @Test func `chat webhooks get messages and edits but no deletions or reactions`() async throws {
        let message = MessageID(foreignSnowflake: 1 << 30)
        try await testStore.store.journal.append([
            .init(
                event: .message(.make(in: Self.channel, id: message)), frame: [1], receivedAt: testStore.time.now, name: "theirs")
        ])
        try await with([], style: .slack) { outlet, server in
            _ = try await outlet.send(outboundRequest(.send("a", answering: nil, topic: 0), idempotencyKey: "1"))
            _ = try await outlet.send(outboundRequest(.edit(message, "b", topic: 0), idempotencyKey: "2"))
            _ = try await outlet.send(outboundRequest(.delete(message, topic: 0), idempotencyKey: "3"))
            _ = try await outlet.send(outboundRequest(.react("👍", message: message, author: 1), idempotencyKey: "4"))
            #expect(try server.posts.map { try json($0)["text"] } == ["a", "✏️ b"])
            #expect(outlet.repetition == .unverified)
        }
    }

    @Test func `each attempt posts the same bytes under the same id`() async throws {
        try await with([.answer(500), .hangUp, .answer(200)]) { outlet, server in
            #expect(outlet.repetition == .idempotent)
            let outboundRequest = outboundRequest(.send("a", answering: nil, topic: 0))
            await #expect(throws: SendError.unavailable("the receiver responded with status 500", retryAfter: nil)) {
                try await outlet.send(outboundRequest)
            }
            #expect(outlet.obstacle == "it cannot be delivered now: the receiver responded with status 500")
            testStore.time.advance(by: .seconds(90))
            await #expect(throws: SendError.ambiguous("it closed the connection")) { try await outlet.send(outboundRequest) }
            let sent = try await outlet.send(outboundRequest)
            #expect(sent.messages.first?.externalID == "1-1-0" && outlet.obstacle == nil)
            #expect(Set(server.posts.map(\.body)).count == 1)
            #expect(server.posts.map { $0.headers["webhook-id"] } == ["1-1-0", "1-1-0", "1-1-0"])
        }
    }

    @Test func `only the missing parts of a split message are posted again`() async throws {
        try await with([.answer(204), .answer(500), .answer(204)], style: .discord) { outlet, server in
            let text = (0..<400).map { "word\($0)" }.joined(separator: " ")
            let outboundRequest = outboundRequest(.send(Draft(text), answering: nil, topic: 0))
            await #expect(throws: SendError.self) { try await outlet.send(outboundRequest) }
            _ = try await outlet.send(outboundRequest)
            #expect(server.posts.map { $0.headers["webhook-id"] } == ["1-1-0", "1-1-0_1", "1-1-0_1"])
            let contents = try server.posts.map { try json($0)["content"]?.string ?? "" }
            #expect(contents[0] + contents[2] == text)
        }
    }

    @Test(arguments: [
        (TestWebhookTarget.Reply.answer(410, body: "gone"), SendError.refused(code: 410, "gone")),
        (.answer(302, headers: [("location", "/")]), .refused(code: 302, "")),
        (
            .answer(429, headers: [("retry-after", "17")]),
            .unavailable("the receiver responded with status 429", retryAfter: .seconds(17))
        ),
    ])
    func `a webhook error maps to a delivery error`(reply: TestWebhookTarget.Reply, error: SendError) async throws {
        try await with([reply]) { outlet, _ in
            await #expect(throws: error) { try await outlet.send(outboundRequest(.send("a", answering: nil, topic: 0))) }
        }
    }

    @Test func `an action that a webhook does not support is refused`() async throws {
        try await with([]) { outlet, server in
            await #expect(throws: SendError.refused(code: 421, "webhooks do not support 'pin'")) {
                try await outlet.send(outboundRequest(.pin(1)))
            }
            await #expect(throws: SendError.self) { try await outlet.conversation(with: 1) }
            #expect(server.posts.isEmpty)
        }
    }
}
