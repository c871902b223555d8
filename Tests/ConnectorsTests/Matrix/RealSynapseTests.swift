import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import Foundation
import Storage
import Testing

@testable import ConnectorKit
@testable import Matrix

/// Tests against a released Synapse. Skipped when it is not installed.
@Suite(
    .enabled(if: SynapseProcess.python != nil, Comment(rawValue: SynapseProcess.isMissing)), .timeLimit(.minutes(5)), .serialized)
struct RealSynapseTests {
    private static let odd = [
        "xin chào 🎉👨‍👩‍👧‍👦", "שלום עולם", "مرحبا\u{202E}abc\u{202C}", "zero\u{200B}width\u{200D}", "𝕬𝖓 𐍈 \u{1F1FB}\u{1F1F3}",
        "<b>no</b> &amp; <script>alert(1)</script>", "line one\nline two\n\nline four", "@room @an:localhost !help",
        "> not a quote",
        "back\\slash \"quotes\" 'and' `code`", "e\u{301}\u{302}\u{303}", String(repeating: "dài ", count: 800),
    ]

    private func with(
        _ body: (SynapseProcess, MatrixTestUser, _ bot: MatrixTestUser, _ room: String) async throws -> Void
    ) async throws {
        let server = try SynapseProcess()
        try await server.start()
        try await MatrixTestUser.with("an", at: server.address) { an in
            try await MatrixTestUser.with("bot", at: server.address) { bot in
                try await body(server, an, bot, try await an.makeRoom("swift"))
            }
        }
    }

    private func application(_ server: SynapseProcess, _ bot: MatrixTestUser) async throws -> MatrixTestApplication {
        try await MatrixTestApplication(server.address, as: .token(bot.token), in: ["#swift:localhost"])
    }

    @Test func `messages with unusual texts are relayed unchanged in both directions`() async throws {
        try await with { server, an, bot, room in
            try await an.say("before the start", in: room)
            let application = try await application(server, bot)
            try await application.start()
            try await application.waitUntilOpen()
            for text in Self.odd { try await an.say(text, in: room) }
            let events = try await application.wait(for: Self.odd.count)
            #expect(try await application.texts() == Self.odd)
            guard case .message(let first)? = events.first else { throw MatrixTestApplication.Ended() }
            #expect(first.author.id == UserID(connection: "home", name: "@an:localhost") && first.author.name == "an")
            for (place, text) in Self.odd.enumerated() {
                try await application.say(text, idempotencyKey: "odd-\(place)", as: "Bình <b>")
            }
            let sent = try await an.events(in: room).filter { $0.sender == bot.id && $0.type == "m.room.message" }
            #expect(sent.map { $0.content["body"]?.string } == Self.odd.map { "Bình <b>: \($0)" })
            #expect(sent.allSatisfy { $0.content["m.mentions"] == [:] && $0.content["msgtype"] == "m.text" })
            #expect(
                sent[5].content["formatted_body"]?.string
                    == "<strong data-mx-profile-fallback>Bình &lt;b&gt;: </strong>"
                    + "&lt;b&gt;no&lt;/b&gt; &amp;amp; &lt;script&gt;alert(1)&lt;/script&gt;")
            try await application.stop()
        }
    }

    @Test func `edits, deletions, replies and reactions are relayed in both directions`() async throws {
        try await with { server, an, bot, room in
            let application = try await application(server, bot)
            try await application.start()
            try await application.waitUntilOpen()
            let channel = MatrixTestApplication.channel("#swift:localhost")

            let question = try await an.say("question", in: room)
            try await an.send(
                [
                    "msgtype": "m.text", "body": "* better", "m.new_content": ["msgtype": "m.text", "body": "better"],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": .string(question)],
                ], to: room)
            try await an.send(
                [
                    "msgtype": "m.text", "body": "> <@an:localhost> better\n\nan answer",
                    "m.relates_to": ["m.in_reply_to": ["event_id": .string(question)]],
                ], to: room)
            let thumb = try await an.send(
                ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(question), "key": "👍"]], as: "m.reaction",
                to: room)
            // A sync after the redactions would show the message and the reaction without their content.
            _ = try await application.wait(for: 4)
            try await an.api.redact(thumb, in: room, idempotencyKey: "redact-1")
            try await an.api.redact(question, in: room, idempotencyKey: "redact-2")
            let told = try await application.wait(for: 6)
            #expect(told.map(\.kind) == ["message", "edit", "message", "reaction", "reaction", "delete"])
            let message = told[0].message
            #expect(told.map(\.message) == [message, message, told[2].message, message, message, message])
            guard case .edit(let edited) = told[1], case .message(let answer) = told[2], case .reaction(let put) = told[3],
                case .reaction(let back) = told[4]
            else { throw MatrixTestApplication.Ended() }
            #expect(edited.text == "better" && edited.author.id == answer.author.id)
            #expect(answer.text == "an answer" && answer.references.map(\.message) == [message])
            #expect(put.emoji == "👍" && !put.isRemoval && put.sender == answer.author.id)
            #expect(back.emoji == "👍" && back.isRemoval && back.sender == answer.author.id)

            let ours = try await application.say("hello", idempotencyKey: "1", as: "Bình")
            let copy = ours.message
            // The outbox keeps the event id with the delivery.
            let name = try #require(ours.messages.first?.externalID)
            try await application.send(
                .send("hi again", answering: Reference(message: answer.id, sender: 0), topic: 0), idempotencyKey: "2")
            while try await application.testStore.store.externalIDs.name(of: copy, in: channel) == nil { await Task.yield() }
            try await application.send(.edit(copy, "hello, mended", topic: 0), idempotencyKey: "3")
            try await application.send(.react("🎉", message: copy, author: 0), idempotencyKey: "4")
            try await application.send(.react("🎉", message: copy, author: 0), idempotencyKey: "5")
            try await application.send(.unreact("🎉", message: copy, author: 0), idempotencyKey: "6")
            try await application.send(.delete(copy, topic: 0), idempotencyKey: "7")
            let events = try await an.events(in: room).filter { $0.sender == bot.id && $0.stateKey == nil }
            #expect(
                events.map(\.type) == [
                    "m.room.message", "m.room.message", "m.room.message", "m.reaction", "m.room.redaction", "m.room.redaction",
                ])
            #expect(events.first?.id == name && events.first?.content == [:])
            #expect(events[1].repliedEvent != nil && events[1].content["msgtype"] == "m.notice")
            #expect(events[2].target(by: "m.replace") == name)
            #expect(events[2].content["m.new_content"]?.object?["body"] == "hello, mended")
            #expect(events[4].redacts == events[3].id && events[5].redacts == name)
            try await application.stop()
        }
    }

    @Test func `a resend with the same idempotencyKey yields one event, even after a server crash or from another device`()
        async throws
    {
        try await with { server, an, bot, room in
            // Synapse treats the same transaction of the same device as the same event, even after a crash.
            let content: [String: JSONValue] = ["msgtype": "m.text", "body": "raw"]
            _ = try await bot.api.join("#swift:localhost")
            let first = try await bot.api.send(content, as: "m.room.message", to: room, idempotencyKey: "t")
            server.kill()
            try await server.start()
            #expect(try await bot.api.send(content, as: "m.room.message", to: room, idempotencyKey: "t") == first)

            let application = try await application(server, bot)
            try await application.start()
            let sent = try await application.say("once", idempotencyKey: "1-1-0")
            try await application.stop()
            // The server treats another device as a new client.
            let other = try await MatrixTestApplication(
                server.address, as: .password(user: "bot", "sesame".secret), in: application.rooms,
                testStore: application.testStore)
            try await other.start()
            #expect(
                try await other.say("once", idempotencyKey: "1-1-0").messages.first?.externalID == sent.messages.first?.externalID
            )
            #expect(try await an.bodies(in: room, by: bot.id) == ["raw", "once"])
            try await other.stop()
        }
    }

    @Test func `a server crash loses, duplicates and reorders no message in either direction`() async throws {
        try await with { server, an, bot, room in
            let application = try await application(server, bot)
            try await application.start()
            try await application.waitUntilOpen()
            let count = 120
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<count { try await application.say("out \(number)", idempotencyKey: "t-\(number)-0") }
                }
                group.addTask { for number in 0..<count { try await an.say("in \(number)", in: room) } }
                group.addTask {
                    for part in 1...2 {
                        _ = try await application.wait(for: part * 40)
                        server.kill()
                        try await server.start()
                    }
                }
                try await group.waitForAll()
            }
            _ = try await application.wait(for: count)
            #expect(try await application.texts() == (0..<count).map { "in \($0)" })
            #expect(try await an.bodies(in: room, by: bot.id) == (0..<count).map { "out \($0)" })
            try await application.stop()
        }
    }

    @Test func `messages missed during an outage are read in order and once`() async throws {
        try await with { server, an, bot, room in
            let application = try await application(server, bot)
            try await application.start()
            try await application.waitUntilOpen()
            try await an.say("heard", in: room)
            _ = try await application.wait(for: 1)
            try await application.stop()
            let missed = (0..<230).map { "missed \($0)" }
            for text in missed { try await an.say(text, in: room) }
            try await application.start()
            _ = try await application.wait(for: 1 + missed.count)
            try await an.say("now", in: room)
            _ = try await application.wait(for: 2 + missed.count)
            #expect(try await application.texts() == ["heard"] + missed + ["now"])
            let late = try await application.entries().filter { !$0.isOwn }.map(\.isLate)
            #expect(late == [false] + missed.map { _ in true } + [false])
            try await application.stop()
        }
    }

    @Test func `an unusable room reports its reason, and other rooms continue`() async throws {
        try await with { server, an, bot, room in
            let closed = try await an.makeRoom("closed", ["preset": "private_chat"])
            _ = try await an.makeRoom(
                "secret",
                [
                    "initial_state": [
                        ["type": "m.room.encryption", "state_key": "", "content": ["algorithm": "m.megolm.v1.aes-sha2"]]
                    ]
                ])
            let rooms = ["#swift:localhost", "#closed:localhost", "#secret:localhost", "#nowhere:localhost"]
            let application = try await MatrixTestApplication(server.address, as: .token(bot.token), in: rooms)
            try await application.start()
            try await application.waitUntilOpen()
            try await application.statusSays("connected to 127.0.0.1 as @bot:localhost")
            let obstacles = try application.port.status.channels.map { $0.obstacle ?? "well" }
            #expect(obstacles[0] == "well")
            #expect(obstacles[1].hasSuffix("(M_FORBIDDEN)"))
            #expect(obstacles[2].contains("encrypted"))
            #expect(obstacles[3].hasSuffix("(M_NOT_FOUND)"))
            // An invitation to a configured room is accepted without waiting for the next attempt.
            try await an.call("POST", ["rooms", closed, "invite"], ["user_id": .string(bot.id)])
            try await application.waitUntilOpen("#closed:localhost")
            try await an.say("welcome", in: closed)
            #expect(try await application.wait(for: 1).map(\.channel) == [MatrixTestApplication.channel("#closed:localhost")])
            try await an.call(
                "POST", ["rooms", closed, "kick"], ["user_id": .string(bot.id), "reason": "no\u{1B}[2J bots"])
            try await application.statusSays("kicked by \(an.id): no")
            #expect(try application.port.status.channels[1].obstacle?.contains("\u{1B}") == false)
            try await an.say("still here", in: room)
            #expect(try await application.wait(for: 2).count == 2)
            try await application.stop()
        }
    }

    @Test func `an invalid token is reported plainly`() async throws {
        try await with { server, _, _, _ in
            let application = try await MatrixTestApplication(
                server.address, as: .token(Secret("syt_canary_token")), in: ["#swift:localhost"], time: ManualTime())
            try await application.start()
            while true {
                let status = try application.port.status
                if case let text = status.text, text.contains("M_UNKNOWN_TOKEN") {
                    #expect(!status.isConnected && !text.contains("canary"))
                    break
                }
                await Task.yield()
            }
            try await application.stop()
        }
    }
}

extension String {
    fileprivate var secret: Secret { Secret(self) }
}
