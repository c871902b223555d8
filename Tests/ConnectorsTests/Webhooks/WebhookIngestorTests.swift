import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import ConnectorKit
@testable import Webhooks

struct WebhookIngestorTests {
    private static let ci = ChannelID(connection: "hooks", channel: "ci")
    private let testStore: TestStore
    private let intake: WebhookIngestor

    init() async throws {
        testStore = try await TestStore()
        let webhooks = WebhookSettings(
            address: .init(host: "127.0.0.1", port: 0),
            channels: [
                .init("ci", endpoint: WebhookEndpoint(path: "/ci", signing: .none)),
                .init("cd", endpoint: WebhookEndpoint(path: "/cd", signing: .none)),
            ])
        intake = WebhookIngestor(.hooks(webhooks), webhooks, try await .make(in: testStore))
    }

    private func call(_ body: String, id: String? = "msg_1", endpoint: String = "/ci") -> InboundWebhook {
        InboundWebhook(endpoint: endpoint, id: id, at: testStore.time.now, headers: [:], body: Array(body.utf8))
    }

    /// The messages in the journal, decoded from their bytes.
    private var messages: [Message] {
        get async throws {
            let entries = try await testStore.reader().entries(after: 0, limit: 100)
            return try entries.compactMap { entry in
                guard case .envelope(let envelope) = try Frame(entry.frame),
                    case .event(.message(let message)) = DecodedPush(envelope, receivedAt: entry.receivedAt)
                else { return nil }
                return message
            }
        }
    }

    @Test func `a webhook request becomes a message by the author it names`() async throws {
        let body = #"{"text":"*built*","username":"Builder","icon_url":"https://a.example/p.png"}"#
        #expect(try await intake.accept(call(body)) == .new)
        let message = try #require(try await messages.first)
        #expect(message.id.isExternal && message.channel == Self.ci && message.clan == ClanID(connection: "hooks"))
        #expect(message.content.text == "built" && message.content.markup == [Markup("b", TextRange(0, 5))])
        #expect(message.author.username == "Builder" && message.author.avatar == "https://a.example/p.png")
        #expect(message.author.id == UserID(connection: "hooks", name: "name Builder"))
        #expect(try await testStore.store.externalIDs.message(named: "msg_1", in: Self.ci) == message.id)
    }

    @Test func `a repeated webhook request is ingested once, also concurrently and after a restart`() async throws {
        async let first = intake.accept(call(#"{"text":"a"}"#))
        async let second = intake.accept(call(#"{"text":"a"}"#))
        let both = try await [first, second]
        #expect(Set(both) == [.new, .known])
        #expect(try await intake.accept(call(#"{"text":"a"}"#)) == .known)
        // The same id at another endpoint is another request, and a request without an id is always new.
        #expect(try await intake.accept(call(#"{"text":"a"}"#, endpoint: "/cd")) == .new)
        #expect(try await intake.accept(call(#"{"text":"a"}"#, id: nil)) == .new)
        #expect(try await intake.accept(call(#"{"text":"a"}"#, id: nil)) == .new)
        #expect(try await messages.count == 4)
        let store = try testStore.restart()
        let webhooks = WebhookSettings(channels: [.init("ci", endpoint: WebhookEndpoint(path: "/ci", signing: .none))])
        let again = WebhookIngestor(.hooks(webhooks), webhooks, try await .make(in: testStore))
        #expect(try await again.accept(call(#"{"text":"a"}"#)) == .known)
        #expect(try await again.accept(call(#"{"text":"b"}"#, id: "msg_2")) == .new)
        #expect(
            try await store.externalIDs.message(named: "msg_2", in: Self.ci)
                != store.externalIDs.message(named: "msg_1", in: Self.ci))
    }

    @Test func `a webhook request without an author is written by the channel`() async throws {
        _ = try await intake.accept(call(#"{"build":1}"#))
        let author = try #require(try await messages.first?.author)
        #expect(author == Author(id: UserID(connection: "hooks", name: "channel ci"), username: "ci"))
    }

    @Test func `the JSON of a webhook request is kept in the journal with its message`() async throws {
        _ = try await intake.accept(call(#"{"action":"opened","issue":{"title":"It broke","labels":[{"name":"bug"}]}}"#))
        let message = try #require(try await messages.first)
        #expect(
            WebhookData(message)?.value
                == ["action": "opened", "issue": ["title": "It broke", "labels": [["name": "bug"]]]])
    }

    @Test func `a storage error is thrown so that the caller retries`() async throws {
        try testStore.close()
        await #expect(throws: (any Error).self) { try await intake.accept(call(#"{"text":"a"}"#)) }
    }
}
