import AsyncSupport
import BotTesting
import ChatModel
import ConnectorKit
import Delivery
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(5))) struct MezonSenderTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let lab: ClanID = 1_900_000_000_000_000_001

    /// Runs the body with a sender whose socket is not connected, and a test gateway.
    private func withSender(_ body: (MezonSender, MezonTestGateway, Channel) async throws -> Void) async throws {
        let time = SystemTime()
        let gateway = try MezonTestGateway(time: time, logger: Self.logger)
        let address = try await gateway.start()
        let account = try #require(gateway.accounts.first { $0.isApp })
        let client = SessionClient(
            endpoint: try #require(GatewayEndpoint(address.baseURL)),
            credentials: Credentials(appID: "\(account.appID)", token: account.token), time: time, logger: Self.logger)
        let testStore = try await TestStore()
        let store = try testStore.store
        let socket = MezonConnection(client: client, time: time, logger: Self.logger)
        let history = ChannelHistory(client: client, rateLimiter: ReadRateLimiter(perSecond: nil, time: time))
        let files = MezonFileHost(client: client, baseURL: "http://127.0.0.1")
        let sender = MezonSender(
            socket: socket, client: client, store: store, time: time, history: history, connected: AsyncGate(),
            uploader: AttachmentUploader(files: files, blobs: store.blobs),
            account: AccountClient(client: client, limits: nil, timeZone: .gmt, time: time))
        let result: Result<Void, any Error>
        do {
            let channel = Channel(id: Self.general, clan: Self.lab, label: "general")
            result = .success(try await body(sender, gateway, channel))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        await gateway.shutdown()
        try result.get()
    }

    @Test func `a poll over HTTP has the id of its message`() async throws {
        try await withSender { sender, gateway, channel in
            let poll = Draft(poll: Poll("Lunch?", ["Phở", "Bún"]))
            var request = OutboundRequest(
                ResolvedAction(channel: channel.id, request: .send(poll, answering: nil, topic: 0)), in: channel)
            request.failedTries = 2
            let sent = try await sender.send(request)
            let posted = try await gateway.messages(in: channel.id).filter { $0.code == .poll }
            #expect(posted.map(\.id) == [sent.message])
        }
    }

    private func request(_ text: String, after failedTries: Int, in channel: Channel) -> OutboundRequest {
        var request = OutboundRequest(
            ResolvedAction(channel: channel.id, request: .send(Draft(text), answering: nil, topic: 0)), in: channel)
        request.failedTries = failedTries
        return request
    }

    @Test func `a send that failed twice on the socket uses HTTP and yields one message`() async throws {
        try await withSender { sender, gateway, channel in
            for tries in 0..<2 {
                await #expect(throws: SendError.notConnected) {
                    try await sender.send(request("hello", after: tries, in: channel))
                }
            }
            let sent = try await sender.send(request("hello", after: 2, in: channel))
            let said = try await gateway.messages(in: channel.id).filter { $0.text == "hello" }
            #expect(said.map(\.id) == [sent.message])
            let edit = ResolvedAction(channel: channel.id, request: .edit(sent.message, Draft("changed"), topic: 0))
            var outboundRequest = OutboundRequest(edit, in: channel)
            outboundRequest.failedTries = 2
            #expect(try await sender.send(outboundRequest).message == sent.message)
            #expect(try await gateway.messages(in: channel.id).contains { $0.text == "changed" })
        }
    }

    @Test func `a refusal over HTTP is final, and a lost response is ambiguous`() async throws {
        try await withSender { sender, gateway, channel in
            try await gateway.add(Fault(.refuse, on: "SendChannelMessage", times: 1, code: 7))
            await #expect(throws: SendError.self) { try await sender.send(request("no", after: 2, in: channel)) }
            try await gateway.add(Fault(.refuse, on: "SendChannelMessage", times: 1, code: 13))
            do {
                _ = try await sender.send(request("perhaps", after: 2, in: channel))
                Issue.record("it was taken")
            } catch SendError.ambiguous {}
        }
    }

    @Test func `an ephemeral message is never sent over HTTP`() async throws {
        try await withSender { sender, _, channel in
            let ephemeral = ResolvedAction(
                channel: channel.id, request: .ephemeral(Draft("only you"), to: Self.bot, topic: 0))
            var outboundRequest = OutboundRequest(ephemeral, in: channel)
            outboundRequest.failedTries = 5
            await #expect(throws: SendError.notConnected) { try await sender.send(outboundRequest) }
        }
    }
}
