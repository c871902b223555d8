import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import IRC
import Logging
import Matrix
import Synchronization
import Testing

@testable import MezonBotApp

/// Tests Mezon, a real IRC server, a real Matrix server and a webhook connected by one application. Skipped when a server is
/// not installed.
@Suite(
    .enabled(if: SynapseProcess.python != nil, Comment(rawValue: SynapseProcess.isMissing)),
    .enabled(if: IRCServerProcess.path(of: .inspircd) != nil, "inspircd is not installed"), .timeLimit(.minutes(5)), .serialized)
struct ConnectorsApplicationTests {
    /// The participants in a conversation over all networks.
    private struct Scenario: Sendable {
        let application: LiveApplication
        let ear: IRCReplyListener
        let an: MatrixTestUser
        let bot: MatrixTestUser
        let room: String
        let posts: PostRecorder

        /// Waits for the given number of the bot's messages in the Matrix room and returns them.
        func matrix(_ count: Int) async throws -> [[String: JSONValue]] {
            while true {
                let messages = try await an.messages(in: room, by: bot.id)
                if messages.count >= count { return messages }
            }
        }

        /// Waits for the given number of the bot's events in Mezon's general channel and returns them.
        func mezon(_ count: Int) async -> [Event] {
            var events: [Event] = []
            for await event in application.heard where event.channel == LiveApplication.general {
                switch event {
                case .message(let message), .edit(let message): if message.author.id == application.guestID { continue }
                case .reaction(let reaction): if reaction.sender == application.guestID { continue }
                default: continue
                }
                events.append(event)
                if events.count == count { break }
            }
            return events
        }
    }

    private func with(_ body: @escaping @Sendable (Scenario) async throws -> Void) async throws {
        let irc = try IRCServerProcess(.inspircd)
        try await irc.start()
        let synapse = try SynapseProcess()
        try await synapse.start()
        let posts = try await PostRecorder([])
        let ear = IRCReplyListener(port: irc.port, room: "#room")
        let listening = Task { try await ear.run() }
        try await ear.client.waitUntilJoined("#room")
        try await MatrixTestUser.with("an", at: synapse.address) { an in
            try await MatrixTestUser.with("bridge", at: synapse.address) { bot in
                let room = try await an.makeRoom("swift")
                let config = """
                    connections:
                      net:
                        irc: { host: 127.0.0.1, port: \(irc.port), tls: off, nick: bridge, rate_limit: { burst: 100000, every: 1s } }
                        channels: { far: "#room" }
                      home:
                        matrix: { server: "\(synapse.address)", token: "${env:TOKEN}" }
                        channels: { swift: "#swift:localhost" }
                      hooks:
                        webhooks: {}
                        channels: { out: { url: "${env:OUT}", style: discord, allow_private: true } }
                    relays:
                      all: { between: [general, far, swift] }
                      out: { from: [general, far, swift], to: out }
                    """
                let environment = ["TOKEN": bot.token.reveal(), "OUT": "http://127.0.0.1:\(posts.port)/"]
                try await LiveApplication.run([], config: config, environment: environment) { application in
                    await ear.waitFor(nick: "bridge")
                    while try await !an.members(of: room).contains(bot.id) {}
                    try await body(Scenario(application: application, ear: ear, an: an, bot: bot, room: room, posts: posts))
                }
            }
        }
        listening.cancel()
        _ = await listening.result
        try await posts.stop()
    }

    private static let calls = [
        "@everyone", "@here", "@room", "@Guest", "ear: hello", "hi ear", "@an:localhost an",
        "<@&5> <!channel> <@7> [a](https://matrix.to/#/@an:localhost)",
        "<b>@an</b> &commat;everyone",
    ]

    @Test func `a relayed message mentions no one on another network`() async throws {
        try await with { scenario in
            let count = Self.calls.count
            // Display names can trigger notifications, too.
            try await scenario.an.call(
                "PUT", ["profile", scenario.an.id, "displayname"], ["displayname": "ear @everyone"])
            for text in Self.calls {
                let length = text.utf16.count
                let draft = Draft(
                    Content(text),
                    mentions: [
                        Mention(user: Mention.everyone, range: TextRange(0, length)),
                        Mention(user: scenario.application.guestID, username: "guest", range: TextRange(0, length)),
                        Mention(user: 0, username: "", role: 5, roleName: "staff", range: TextRange(0, length)),
                    ])
                _ = try await scenario.application.guest.carryOut(
                    .send(draft, answering: nil, topic: 0), in: scenario.application.channel)
            }
            for text in Self.calls { try await scenario.ear.say(text) }
            for text in Self.calls {
                try await scenario.an.send(
                    [
                        "msgtype": "m.text", "body": .string(text), "format": "org.matrix.custom.html",
                        "formatted_body": #"<a href="https://matrix.to/#/@an:localhost">an</a> <b>@everyone</b> ear"#,
                        "m.mentions": ["room": true, "user_ids": ["@an:localhost"]],
                    ], to: scenario.room)
            }
            for event in await scenario.mezon(2 * count) {
                guard case .message(let message) = event else {
                    Issue.record("\(event)")
                    continue
                }
                #expect(message.mentions.isEmpty, "\(message.text)")
                // An address stays a link; a link to anything else, a person or a channel among them, does not.
                for markup in message.content.markup where markup.kind.hasPrefix("lk") {
                    #expect(markup.range.slice(of: message.text)?.hasPrefix("https://") == true, "\(message.text)")
                }
            }
            for text in await scenario.ear.heard(2 * count) { #expect(!text.contains("ear"), "\(text)") }
            for content in try await scenario.matrix(2 * count) {
                #expect(content["m.mentions"] == [:], "\(content)")
                #expect(content["formatted_body"]?.string?.contains("<a ") != true, "\(content)")
            }
            #expect(try await scenario.an.highlights(in: scenario.room) == 0)
            for post in await scenario.posts.next(3 * count) {
                let body = try JSONDecoder().decode(JSONValue.self, from: Data(post.body)).object
                #expect(body?["allowed_mentions"] == ["parse": []], "\(String(decoding: post.body, as: UTF8.self))")
            }
        }
    }

    @Test func `a conversation over Mezon, IRC and Matrix is relayed completely`() async throws {
        try await with { scenario in
            let guest = scenario.application.guest, channel = scenario.application.channel
            let id = try await guest.say("xin chào 🎉\n<b>& all</b>", in: channel)
            let copy = try await scenario.matrix(1)
            #expect(copy[0]["body"] == "Guest: xin chào 🎉\n<b>& all</b>")
            #expect(await scenario.ear.heard(2) == ["<Guest> xin chào 🎉", "<Guest> <b>& all</b>"])

            let file = TransferredFile(
                name: "ảnh.png", mediaType: "image/png", bytes: (0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
            let address = try await scenario.an.media.host(file)
            try await scenario.an.send(
                [
                    "msgtype": "m.image", "body": "ảnh.png", "url": .string(address),
                    "info": ["mimetype": "image/png", "size": .integer(Int64(file.bytes.count))],
                ], to: scenario.room)
            guard case .message(let picture)? = await scenario.mezon(1).first, let attachment = picture.attachments.first else {
                Issue.record("no picture came")
                return
            }
            #expect(attachment.filename == "ảnh.png" && attachment.mediaType == "image/png")
            #expect(attachment.sizeInBytes == file.bytes.count)
            #expect(picture.text == "an: ")
            // The file relayed back from Mezon has the same bytes.
            _ = try await guest.carryOut(
                .send(Draft(Content("seen"), attachments: [attachment]), answering: nil, topic: 0), in: channel)
            let shown = try await scenario.matrix(2)
            guard let back = shown.compactMap({ $0["url"]?.string }).last else {
                Issue.record("no picture came back: \(shown)")
                return
            }
            #expect(try await scenario.an.media.fetch(back, maxBytes: 1 << 20).bytes == file.bytes)

            _ = try await guest.carryOut(.edit(id, "chào nhé", topic: 0), in: channel)
            _ = try await guest.carryOut(.react("👍", message: id, author: scenario.application.guestID), in: channel)
            _ = try await scenario.matrix(3)
            try await scenario.ear.say("from irc")
            guard case .message(let said)? = await scenario.mezon(1).first else {
                Issue.record("nothing came from IRC")
                return
            }
            #expect(said.text == "ear: from irc")
            _ = try await guest.carryOut(.send("an answer", answering: Reference(to: said), topic: 0), in: channel)
            _ = try await guest.carryOut(.delete(id, topic: 0), in: channel)
            while try await scenario.matrix(5)[0]["body"] != nil {}
            try await scenario.ear.say("the end")
            _ = await scenario.mezon(1)
            // The address after the file name in IRC contains an id of the server.
            let lines = await scenario.ear.heard(7).map { $0.prefix(while: { $0 != "/" }) }
            #expect(
                lines == [
                    "<Guest> xin chào 🎉", "<Guest> <b>& all<", "<an> ảnh.png http:", "<Guest> seen", "<Guest> ảnh.png http:",
                    "<Guest> ✎ chào nhé", "<Guest> an answer",
                ])
            let contents = try await scenario.matrix(6)
            // The first message is deleted, its edit is the third event, and the image's caption is the body of the second.
            #expect(
                contents.map { ($0["m.new_content"]?.object ?? $0)["body"]?.string } == [
                    nil, "Guest: seen", "Guest: chào nhé", "ear: from irc", "Guest: an answer", "ear: the end",
                ])
            #expect(contents[4]["m.relates_to"]?.object?["m.in_reply_to"] != nil)
        }
    }
}

/// An IRC user that records and sends messages in a channel.
private final class IRCReplyListener: Sendable {
    let client: IRCClient
    private let room: String
    private let texts = Mutex<[String]>([])

    init(port: Int, room: String) {
        self.room = room
        client = IRCClient(
            IRCSettings(
                host: "127.0.0.1", port: port, tls: .off, nick: "ear", channels: [.init(room)],
                pace: .init(burst: 100_000, every: .seconds(1))), time: SystemTime(), random: SystemRandomNumberGenerator(),
            logger: Logger(label: "ear") { _ in SwiftLogNoOpLogHandler() })
    }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.client.run() }
            while let events = await client.next() {
                for case .message(let said) in events where !said.by.isMe { texts.withLock { $0.append(said.text) } }
            }
        }
    }

    func say(_ text: String) async throws { try await client.send([IRCText(text)], in: room) }

    /// Waits for the given number of lines by other users and returns them.
    func heard(_ count: Int) async -> [String] {
        while true {
            let texts = texts.withLock { $0 }
            if texts.count >= count { return texts }
            await Task.yield()
        }
    }

    func waitFor(nick: String) async {
        while !client.nicks(in: room).spellings.contains(nick) { await Task.yield() }
    }
}
