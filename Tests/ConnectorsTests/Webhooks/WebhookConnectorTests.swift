import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

@testable import ConnectorKit
@testable import Webhooks

@Suite(.timeLimit(.minutes(5))) struct WebhookConnectorTests {
    private let testStore: TestStore
    private let webhooks = WebhookSettings(
        address: .init(host: "127.0.0.1", port: 0),
        channels: [
            .init("ci", endpoint: WebhookEndpoint(path: "/ci", signing: .none)),
            .init("ops", target: WebhookTarget(url: Secret("http://127.0.0.1:1/ops"))),
        ])

    init() async throws { testStore = try await TestStore() }

    private func port(_ webhooks: WebhookSettings) async throws -> WebhookConnector {
        WebhookConnector(.hooks(webhooks), webhooks, try await .make(in: testStore), random: SplitMix64(seed: 1))
    }

    /// Returns the port number once the server listens.
    private func listening(_ port: WebhookConnector) async throws -> Int {
        while true {
            let status = port.status
            if status.isConnected, let number = status.text.split(separator: ":").last.flatMap({ Int($0) }) { return number }
            await Task.yield()
        }
    }

    @Test func `a webhook request is journaled before it is answered`() async throws {
        let port = try await port(webhooks)
        #expect(port.status.text == "not started yet" && !port.status.isConnected)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await port.run() }
            let connection = try await RawConnection(port: try await listening(port))
            for answer in ["accepted\n", "duplicate\n"] {
                try await connection.send(
                    "POST /ci HTTP/1.1\r\nHost: x\r\nwebhook-id: a\r\nContent-Length: 12\r\n\r\n{\"text\":\"x\"}")
                #expect(try await connection.readAnswer().body == answer)
                let ci = ChannelID(connection: "hooks", channel: "ci")
                #expect(try await testStore.store.externalIDs.message(named: "a", in: ci) != nil)
            }
            try await connection.close()
            group.cancelAll()
        }
        #expect(port.status.text == "stopped")
    }

    @Test func `a port in use is retried and reported in the status`() async throws {
        let first = try await port(webhooks)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await first.run() }
            let number = try await listening(first)
            var same = webhooks
            same.address = .init(host: "127.0.0.1", port: number)
            let second = try await port(same)
            try await withThrowingTaskGroup(of: Void.self) { inner in
                inner.addTask { try await second.run() }
                while !second.status.text.contains("in use") { await Task.yield() }
                #expect(second.status.problems == ["hooks: port \(number) is in use; choose another, or 0 for any free one"])
                inner.cancelAll()
                do { try await inner.waitForAll() } catch is CancellationError {}
            }
            group.cancelAll()
        }
    }

    @Test func `each webhook channel has its own sender and obstacle`() async throws {
        let port = try await port(webhooks)
        let (ci, ops) = (ChannelID(connection: "hooks", channel: "ci"), ChannelID(connection: "hooks", channel: "ops"))
        #expect(port.sender(for: ci)?.sender == nil)
        let outlet = try #require(port.sender(for: ops)).sender
        // A private address that is not allowed.
        let outboundRequest = OutboundRequest(
            ResolvedAction(channel: ops, request: .send("a", answering: nil, topic: 0)),
            in: Channel(id: ops, clan: 0, label: "ops"),
            idempotencyKey: "1")
        await #expect(throws: SendError.self) { try await outlet.send(outboundRequest) }
        let obstacles = port.status.channels.map(\.obstacle)
        #expect(obstacles[0] == "not receiving", "it does not run")
        #expect(obstacles[1].map { !$0.contains("received") } == true, "\(obstacles)")
    }

    @Test func `a connection without endpoints has no server to run`() async throws {
        let port = try await port(WebhookSettings(channels: [webhooks.channels[1]]))
        try await port.run()
        #expect(port.status.isConnected && port.status.text == "sending only")
    }

    @Test func `the connector registry finds the sender of each channel`() async throws {
        let ports = try await ConnectorRegistry(
            [.hooks(webhooks)], connectors: [WebhookConnector.self], store: try testStore.store, me: Author.me.id,
            time: testStore.time,
            random: { SplitMix64(seed: 1) }, logger: testStore.logger)
        let ci = ChannelID(connection: "hooks", channel: "ci")
        #expect(try testStore.store.directory.channel(ci)?.label == "ci")
        let outboundRequest = OutboundRequest(
            ResolvedAction(channel: ci, request: .send("a", answering: nil, topic: 0)), in: Channel(id: ci, clan: 0, label: ""))
        await #expect(throws: SendError.refused(code: 404, "the channel only receives")) {
            try await ports.sender(for: ci).send(outboundRequest)
        }
        await #expect(throws: SendError.refused(code: 404, "no configured connection has this channel")) {
            try await ports.sender(for: 5).send(outboundRequest)
        }
        #expect(await ports.statuses(waiting: [:]).map(\.network) == ["webhooks"])
    }
}
