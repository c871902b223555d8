import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import InMemoryLogging
import Logging
import MezonClient
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// Tests a link between two gateways, on one of which the bot has another account.
@Suite(.timeLimit(.minutes(3)))
struct LinkedGatewaysTests {
    private static let general = LiveApplication.general

    /// The application with its own gateway, and the other gateway with a person in its general channel.
    private struct Scenario: Sendable {
        let application: LiveApplication
        let far: MezonTestGateway
        let binh: ChatUser
        let channel: Channel

        /// Returns the messages of the account in the other gateway's channel, once there are that many.
        func shown(_ count: Int) async throws -> [Message] {
            while true {
                let messages = try await binh.history(of: channel).filter { $0.author.username == "second-app" }
                if messages.count >= count { return messages }
            }
        }

        /// Returns the next messages, edits, deletions and reactions of the bot in its own general channel.
        func heard(_ count: Int) async -> [Event] {
            var events: [Event] = []
            for await event in application.heard {
                switch event {
                case .message(let message), .edit(let message): if message.author.id == application.guestID { continue }
                case .reaction(let reaction): if reaction.sender == application.guestID { continue }
                case .delete: break
                default: continue
                }
                events.append(event)
                if events.count == count { break }
            }
            return events
        }

        func sendNear(_ request: ResolvedAction.Request) async throws -> MessageID {
            try await application.guest.carryOut(request, in: application.channel)
        }

        func sendFar(_ request: ResolvedAction.Request) async throws -> MessageID {
            try await binh.carryOut(request, in: channel)
        }
    }

    private func with(_ faults: [Fault] = [], _ body: @escaping @Sendable (Scenario) async throws -> Void) async throws {
        let logger = Logger(label: "far") { _ in SwiftLogNoOpLogHandler() }
        let far = try MezonTestGateway(time: SystemTime(), logger: logger)
        let address = try await far.start()
        for fault in faults { try await far.add(fault) }
        let account = try await far.account(named: "second-app"), person = try await far.account(named: "binh")
        let binh = ChatUser(
            endpoint: try #require(GatewayEndpoint(address.baseURL)),
            credentials: Credentials(appID: "\(person.appID)", token: person.token), time: SystemTime(), logger: logger)
        let running = Task { try await binh.run() }
        while let event = await binh.next() { if case .ready = event { break } }
        let reading = Task { while await binh.next() != nil {} }
        let config = """
            send: { per_second: 1000, brake: { per_minute: 100000, per_hour: 100000, in_row: 100000 } }
            connections:
              partner:
                mezon: { gateway: "\(address.baseURL)", id: \(account.appID), token: "${env:TOKEN}", per_second: 1000 }
                channels: { far: "\(Self.general)" }
            relays:
              both: { between: [general, far] }
            """
        let channel = Channel(id: Self.general, clan: 1_900_000_000_000_000_001, label: "general")
        try await LiveApplication.run([], config: config, environment: ["TOKEN": account.token.reveal()]) { application in
            // The connection is ready once it is listed as such.
            await application.connected("partner")
            try await body(Scenario(application: application, far: far, binh: binh, channel: channel))
        }
        running.cancel()
        _ = await running.result
        reading.cancel()
        await far.shutdown()
    }

    @Test func `messages, replies, edits, reactions, files and deletions are relayed both ways`() async throws {
        try await with { scenario in
            let first = try await scenario.sendNear(.send("hello @Bình", answering: nil, topic: 0))
            let copy = try #require(try await scenario.shown(1).first)
            #expect(copy.text == "Guest: hello @Bình" && copy.mentions.isEmpty)
            let reference = Reference(message: copy.id, sender: copy.author.id)
            let reply = try await scenario.sendFar(.send("hi", answering: reference, topic: 0))
            let heard = await scenario.heard(1)
            guard case .message(let answer)? = heard.first else {
                Issue.record("\(heard)")
                return
            }
            #expect(answer.text == "Bình: hi" && answer.references.first?.message == first)

            _ = try await scenario.sendFar(.edit(reply, "hi!", topic: 0))
            _ = try await scenario.sendFar(.react("👍", message: copy.id, author: copy.author.id))
            let changes = await scenario.heard(2)
            let texts = changes.map { event in
                switch event {
                case .edit(let message): "edit \(message.text) \(message.id == answer.id)"
                case .reaction(let reaction): "\(reaction.emoji) \(reaction.message == first)"
                default: "\(event)"
                }
            }
            #expect(texts == ["edit Bình: hi! true", "👍 true"])

            _ = try await scenario.sendNear(.edit(first, "hello all", topic: 0))
            let file = Attachment(
                filename: "a.png", url: "https://cdn.example.org/a.png", mediaType: "image/png", sizeInBytes: 3)
            _ = try await scenario.sendNear(.send(Draft(Content("see"), attachments: [file]), answering: nil, topic: 0))
            let shown = try await scenario.shown(2)
            #expect(shown.map(\.text) == ["Guest: hello all", "Guest: see"])
            #expect(shown.last?.attachments.map(\.url) == [file.url])

            _ = try await scenario.sendFar(.delete(reply, topic: 0))
            guard case .delete(let removal)? = await scenario.heard(1).first else {
                Issue.record("no deletion")
                return
            }
            #expect(removal.message == answer.id)
            // Nothing came back: each side has the other's messages once.
            #expect(try await scenario.binh.history(of: scenario.channel).map(\.text) == ["Guest: hello all", "Guest: see"])
        }
    }

    @Test func `lost acknowledgements and outages neither lose, double nor reorder messages`() async throws {
        let faults = [Fault(.loseAck, on: "channel_message_send", account: "second-app", probability: 0.3)]
        try await with(faults) { scenario in
            let count = 40
            for number in 0..<count {
                _ = try await scenario.sendNear(.send(Draft("near \(number)"), answering: nil, topic: 0))
                _ = try await scenario.sendFar(.send(Draft("far \(number)"), answering: nil, topic: 0))
                if number == 10 || number == 25 {
                    try await scenario.far.add(Fault(.refuse, on: "upgrade", account: "second-app", times: 1))
                    try await scenario.far.disconnect("second-app")
                }
            }
            let shown = try await scenario.shown(count)
            #expect(shown.map(\.text) == (0..<count).map { "Guest: near \($0)" })
            let heard = await scenario.heard(count).map { event in
                if case .message(let message) = event { message.text } else { "\(event)" }
            }
            #expect(heard == (0..<count).map { "Bình: far \($0)" })
        }
    }
}

extension LiveApplication {
    /// Waits until a connection is ready.
    fileprivate func connected(_ connection: String) async {
        while !log.entries.contains(where: { $0.message == "Connected" && $0.metadata["connection.name"] == "\(connection)" }) {
            await Task.yield()
        }
    }
}
