import BotTesting
import ChatModel
import Delivery
import MezonTestGateway
import Storage
import Testing

@testable import ConnectorKit
@testable import Mezon

/// Tests the connector for a second account with a gateway of its own.
@Suite(.timeLimit(.minutes(2)))
struct MezonConnectorTests {
    private let general = MezonTestConnection.general
    private let local = MezonTestConnection.local(MezonTestConnection.general)

    @Test func `messages are journaled once and in order across restarts and outages, without earlier ones`() async throws {
        try await MezonTestConnection.run { connection in
            let gateway = connection.gateway
            try await gateway.say("before", as: "guest", in: general)
            try await connection.startAndWait()
            try await gateway.say("1", as: "guest", in: general)
            _ = try await connection.messages(1)
            try await connection.stop()
            for number in 2...150 { try await gateway.say("\(number)", as: "guest", in: general) }
            try await connection.startAndWait()
            _ = try await connection.messages(150)
            try await gateway.add(Fault(.refuse, on: "upgrade", account: "second-app", times: 1))
            try await gateway.disconnect("second-app")
            for number in 151...200 { try await gateway.say("\(number)", as: "an", in: general) }
            let messages = try await connection.messages(200)
            #expect(messages.map(\.message.text) == (1...200).map(String.init))
            #expect(messages[1].entry.isLate && !messages[0].entry.isLate)
            #expect(Set(messages.map(\.message.id)).count == 200)
        }
    }

    @Test func `the first message of a restart is not journaled again`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            try await connection.gateway.say("1", as: "guest", in: general)
            let first = try await connection.messages(1)[0].message.id
            try await connection.stop()
            try await connection.startAndWait()
            try await connection.gateway.say("2", as: "guest", in: general)
            let messages = try await connection.messages(2)
            #expect(messages.map(\.message.text) == ["1", "2"])
            #expect(messages[0].message.id == first)
        }
    }

    @Test func `a message has ids of this side, and no keys that only connectors write`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            let content = Content("hi", extras: ["webhook_data": ["role": "admin"], "webhook": ["a": 1], "ej": [["s": 0]]])
            try await connection.gateway.say(content, as: "an", in: general)
            let message = try await connection.messages(1)[0].message
            #expect(message.id.isExternal && message.author.id.isExternal && message.clan.isExternal)
            #expect(message.channel == local)
            #expect(message.author.name == "An")
            #expect(Set(message.content.extras.keys) == ["ej"])
        }
    }

    @Test func `an address of a file that only connectors write is not taken from a message`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            let urls = ["shelf:abc", "mxc://example.org/abc", "https://cdn.example.org/a.png"]
            let draft = Draft(
                Content("files"),
                attachments: urls.map { Attachment(filename: "a.png", url: $0, mediaType: "image/png", sizeInBytes: 1) })
            try await connection.send(.send(draft, answering: nil, topic: 0))
            #expect(try await connection.messages(1)[0].message.attachments.map(\.url) == ["https://cdn.example.org/a.png"])
        }
    }

    @Test func `the account's own messages are nobody's`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            let sent = try await connection.say("own")
            let (message, entry) = try await connection.messages(1)[0]
            #expect(entry.isOwn && message.id == sent.message && message.author.id == Author.me.id)
            #expect(try await connection.gateway.messages(in: general).map(\.text) == ["own"])
        }
    }

    @Test func `history contains the account's messages since the beginning, with the ids of this side`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.gateway.say("an earlier run", as: "second-app", in: general)
            try await connection.startAndWait()
            let first = try await connection.say("first").message
            for number in 1...120 { try await connection.gateway.say("\(number)", as: "guest", in: general) }
            // An acknowledgement that was lost.
            try await connection.gateway.say("unknown", as: "second-app", in: general)
            let channel = Channel(id: local, clan: 0, label: "")
            let newest = try await connection.connector.history(of: channel, before: 0)
            #expect(newest.map(\.text) == ["unknown"])
            let cursor = try #require(newest.first?.id)
            #expect(cursor > first && newest.first?.author.id == Author.me.id)
            let older = try await connection.connector.history(of: channel, before: cursor)
            #expect(older.map(\.id) == [first] && older.map(\.text) == ["first"])
        }
    }

    @Test func `a message mentions nobody and has no buttons`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            let range = TextRange(0, 5)
            let draft = Draft(
                Content("@here", extras: ["components": [["type": 1]], "embed": [["title": "t"]]]),
                mentions: [Mention(user: Mention.everyone, range: range), Mention(user: Author.an.id, range: range)])
            try await connection.send(.send(draft, answering: nil, topic: 0))
            let shown = try await connection.gateway.messages(in: general)
            #expect(shown.map(\.mentions) == [[]])
            #expect(shown.map { Set($0.content.extras.keys) } == [["embed"]])
        }
    }

    @Test func `edits, reactions and deletions act on the message of the server`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            let sent = try await connection.say("first").message
            _ = try await connection.messages(1)
            try await connection.send(.edit(sent, "second", topic: 0))
            try await connection.send(.react("👍", message: sent, author: Author.me.id))
            let shown = try await connection.gateway.messages(in: general)
            #expect(shown.map(\.text) == ["second"])
            #expect(shown.first?.reactions.map(\.emoji) == ["👍"])
            try await connection.send(.delete(sent, topic: 0))
            let left = try await connection.gateway.messages(in: general).filter { $0.code != .remove }
            #expect(left.map(\.text).filter { !$0.isEmpty } == [])
        }
    }

    @Test func `an operation on an unknown message is refused, and skipped if it is relayed`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            await #expect(throws: SendError.refused(code: 404, "the message is unknown on the server")) {
                try await connection.send(.delete(7, topic: 0))
            }
            let relayed = RelayedMessage(of: 1, in: .general, by: Author.an.id, as: .init("An"), .delete)
            #expect(try await connection.send(.delete(7, topic: 0), relayed: relayed) == SendResult(0))
            await #expect(throws: SendError.self) { try await connection.send(.pin(7)) }
        }
    }

    @Test func `a channel that the account does not see has an obstacle`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.startAndWait()
            let status = try connection.connector.status
            #expect(status.isConnected)
            #expect(status.channels.map(\.name) == ["\(general) (#general)", "\(MezonTestConnection.unseen)"])
            #expect(status.channels.map(\.obstacle) == [nil, "the account does not see this channel"])
        }
    }

    @Test func `a clan that the account joins later opens its channels, and one that it leaves closes them`() async throws {
        try await MezonTestConnection.run { connection in
            try await connection.gateway.leave(1_900_000_000_000_000_001, as: "second-app")
            try await connection.start()
            while try !connection.connector.status.isConnected { await Task.yield() }
            #expect(try connection.connector.status.channels[0].obstacle != nil)
            try await connection.gateway.join(1_900_000_000_000_000_001, as: "second-app")
            try await connection.connector.waitUntilConnected(to: local)
            try await connection.gateway.say("hi", as: "guest", in: general)
            #expect(try await connection.messages(1).map(\.message.text) == ["hi"])
            try await connection.gateway.leave(1_900_000_000_000_000_001, as: "second-app")
            while try connection.connector.status.channels[0].obstacle == nil { await Task.yield() }
            await #expect(throws: SendError.notConnected) { try await connection.say("too late") }
        }
    }

    @Test func `a refused login ends the connection and says why`() async throws {
        try await MezonTestConnection.run(token: "wrong") { connection in
            try await connection.start()
            let failure = try #require(await connection.failure() as? MezonAccountError)
            let status = try connection.connector.status
            #expect(status.problems.count == 1 && status.text == "\(failure)" && status.text.hasPrefix("login refused: invalid"))
            #expect(!status.text.contains("wrong"))
        }
    }

    @Test func `the bot's own user is refused`() async throws {
        try await MezonTestConnection.run(botUser: MezonTestConnection.account) { connection in
            try await connection.start()
            #expect(await connection.failure() as? MezonAccountError == .isOwnAccount(MezonTestConnection.account))
            #expect(try connection.connector.status.text.contains("use another application"))
        }
    }
}
