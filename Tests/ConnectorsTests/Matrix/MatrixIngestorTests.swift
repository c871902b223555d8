import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import ConnectorKit
@testable import Matrix

struct MatrixIngestorTests {
    private static let room = ChannelID(connection: "home", channel: "#swift:x")
    private static let me = "@bot:x"
    private let testStore: TestStore
    private let intake: MatrixIngestor

    init() async throws {
        testStore = try await TestStore()
        let context = try await ConnectorContext.make(in: testStore)
        let server = try #require(WebOrigin("https://x"))
        let port = ConnectionSettings(
            name: "home", position: SourcePosition(file: "c", line: 1, column: 1),
            network: .init(MatrixSettings(server: server, login: .token(Secret("t")))),
            channels: [.init(id: Self.room, name: "#swift:x")])
        intake = MatrixIngestor(connection: port, context: context)
    }

    private func event(
        _ id: String, _ type: String, by person: String = "@an:x", state: String? = nil, at time: Date? = nil,
        _ content: JSONValue
    ) throws -> MatrixEvent {
        let milliseconds = Int64((time ?? testStore.time.now).timeIntervalSince1970 * 1000)
        var fields: [String: JSONValue] = [
            "event_id": .string(id), "type": .string(type), "sender": .string(person), "content": content,
            "origin_server_ts": .integer(milliseconds),
        ]
        fields["state_key"] = state.map { .string($0) }
        return try #require(MatrixEvent(.object(fields)))
    }

    private func event(_ id: String, by person: String = "@an:x", _ content: JSONValue) throws -> MatrixEvent {
        try event(id, "m.room.message", by: person, content)
    }

    private func said(_ text: String, id: String, by person: String = "@an:x", at time: Date? = nil) throws -> MatrixEvent {
        try event(id, "m.room.message", by: person, at: time, ["msgtype": "m.text", "body": .string(text)])
    }

    private func related(_ kind: JSONValue, _ target: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(["rel_type": kind, "event_id": .string(target)].merging(more) { $1 })
    }

    @discardableResult
    private func take(_ events: [MatrixEvent], late: Int = 0) async throws -> Int {
        try await intake.ingest(
            [MatrixIngestor.TimelineSegment(channel: Self.room, events: events, late: late)], as: Self.me,
            storing: [ConnectorStateEntry("s1", under: "place", of: "home")])
    }

    private func events() async throws -> [Event] {
        try await testStore.store.journal.entries(after: 0, limit: 100).compactMap(MatrixTestApplication.event)
    }

    private func messages() async throws -> [Message] {
        try await events().compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    @Test func `a message is journaled in its channel together with the sync token`() async throws {
        #expect(try await take([said("hi", id: "$1"), said("there", id: "$2", by: "@binh:y")]) == 2)
        let messages = try await messages()
        #expect(messages.map(\.text) == ["hi", "there"])
        #expect(messages.map(\.author.username) == ["an", "binh"])
        #expect(
            messages.map(\.author.id) == [UserID(connection: "home", name: "@an:x"), UserID(connection: "home", name: "@binh:y")])
        #expect(Set(messages.map(\.channel)) == [Self.room] && Set(messages.map(\.clan)) == [ClanID(connection: "home")])
        #expect(try await testStore.store.connectors.value("place", of: "home") == "s1")
        #expect(try await take([said("hi", id: "$1")]) == 0, "what is told again is known")
    }

    @Test func `the bot's own message is journaled as own with its event id`() async throws {
        try await take([said("mine", id: "$1", by: Self.me)])
        let entries = try await testStore.store.journal.entries(after: 0, limit: 10)
        #expect(entries.map(\.isOwn) == [true])
        #expect(try await messages().map(\.author.id) == [Author.me.id])
        #expect(try await testStore.store.externalIDs.message(named: "$1", in: Self.room) == entries.first?.message)
    }

    @Test func `authors have their display names, and duplicate names are distinguished`() async throws {
        func member(_ person: String, _ name: JSONValue, _ id: String) throws -> MatrixEvent {
            try event(id, "m.room.member", by: person, state: person, ["membership": "join", "displayname": name])
        }
        try await take([
            member("@an:x", "An", "$1"), said("a", id: "$2"), member("@eve:x", "An", "$3"), said("b", id: "$4", by: "@eve:x"),
            member("@eve:x", "E\u{202E}v\n\u{7}e", "$5"), said("c", id: "$6", by: "@eve:x"), said("d", id: "$7"),
            member("@an:x", .null, "$8"), said("e", id: "$9"),
        ])
        #expect(try await messages().map(\.author.name) == ["An", "An (@eve:x)", "Eve", "An", "an"])
    }

    @Test func `joins, leaves, names and topics are journaled, except those of the bot`() async throws {
        func member(
            _ id: String, of person: String = "@an:x", by sender: String? = nil, _ content: JSONValue,
            after previous: JSONValue = [:]
        ) throws -> MatrixEvent {
            var event = try event(id, "m.room.member", by: sender ?? person, state: person, content)
            event.previous = previous.object ?? [:]
            return event
        }
        let named: JSONValue = ["membership": "join", "displayname": "An"]
        var topic = try event("$6", "m.room.topic", state: "", ["topic": "news\nof today"])
        topic.previous = ["topic": "old"]
        var picture = try event("$7", "m.room.topic", state: "", ["topic": "old"])
        picture.previous = ["topic": "old"]
        let events = [
            try member("$1", ["membership": "invite"]), try member("$2", named, after: ["membership": "invite"]),
            try member("$3", ["membership": "join", "displayname": "An", "avatar_url": "mxc://x/a"], after: named),
            try member("$4", ["membership": "join", "displayname": "Ân"], after: named), topic, picture,
            try member("$5", by: "@mod:x", ["membership": "ban", "reason": "spam"], after: named),
            try member("$8", by: "@mod:x", ["membership": "leave"], after: ["membership": "ban"]),
            try member("$9", of: Self.me, ["membership": "join"]),
        ]
        try await take(events)
        try await take(events)
        let notices = try await self.events().compactMap { if case .systemMessage(let message) = $0 { message } else { nil } }
        #expect(notices.map(\.text) == ["→ joined", "is now called Ân", "set the topic: news of today", "← left: spam"])
        #expect(notices.map(\.author.name) == ["An", "An", "Ân", "Ân"])
        #expect(notices.allSatisfy(\.isRoomChange) && notices.allSatisfy { $0.channel == Self.room })
    }

    @Test func `edits, replies, reactions and deletions refer to the message by its event id`() async throws {
        try await take([
            said("question", id: "$1"),
            event("$2", ["body": "* better", "m.new_content": ["body": "better"], "m.relates_to": related("m.replace", "$1")]),
            event(
                "$3",
                [
                    "body": "> <@an:x> better\n> more\n\nanswer", "m.relates_to": ["m.in_reply_to": ["event_id": "$1"]],
                ]),
            event("$4", "m.reaction", ["m.relates_to": related("m.annotation", "$1", ["key": "👍"])]),
            event("$5", "m.room.redaction", ["redacts": "$4"]),
            event("$6", "m.room.redaction", by: "@mod:x", ["redacts": "$3"]),
        ])
        // Repeated events have no effect, and another user's replacement is not an edit of her message.
        try await take([
            event("$4", "m.reaction", [:]), event("$5", "m.room.redaction", ["redacts": "$4"]),
            event("$7", by: "@eve:x", ["body": "x", "m.new_content": ["body": "x"], "m.relates_to": related("m.replace", "$1")]),
        ])
        let told = try await events()
        #expect(told.map(\.kind) == ["message", "edit", "message", "reaction", "reaction", "delete"])
        #expect(told.map(\.message) == [0, 0, 2, 0, 0, 2].map { told[$0].message })
        let an = UserID(connection: "home", name: "@an:x"), mod = UserID(connection: "home", name: "@mod:x")
        #expect(told.map(\.actor) == [an, an, an, an, an, mod])
        guard case .edit(let edit) = told[1], case .message(let answer) = told[2], case .reaction(let back) = told[4] else {
            throw MatrixTestApplication.Ended()
        }
        #expect(edit.text == "better" && edit.channel == Self.room)
        #expect(answer.text == "answer" && answer.references.map(\.message) == [told[0].message])
        #expect(back.isRemoval && back.emoji == "👍")
    }

    @Test func `an edit of an earlier message counts only from its author`() async throws {
        try await take([said("first", id: "$1")])
        func edit(_ id: String, by person: String, _ text: JSONValue) throws -> MatrixEvent {
            try event(id, by: person, ["body": "x", "m.new_content": ["body": text], "m.relates_to": related("m.replace", "$1")])
        }
        let edits = [try edit("$2", by: "@eve:x", "hers"), try edit("$3", by: "@an:x", "his")]
        try await take(edits)
        #expect(try await events().map(\.kind) == ["message", "edit"])
        testStore.time.advance(by: .seconds(90))
        try await take(edits, late: 2)
        #expect(try await events().map(\.kind) == ["message", "edit"], "what is read back later is known")
        try await take([event("$4", "m.room.redaction", ["redacts": "$1"])])
        try await take([edit("$5", by: "@an:x", "after the end")])
        #expect(try await events().map(\.kind) == ["message", "edit", "delete"])
    }

    @Test func `a thread message belongs to the room and is a reply only when marked as one`() async throws {
        try await take([
            said("root", id: "$1"),
            event(
                "$2",
                [
                    "body": "in it",
                    "m.relates_to": related("m.thread", "$1", ["is_falling_back": true, "m.in_reply_to": ["event_id": "$1"]]),
                ]),
            event("$3", ["body": "to it", "m.relates_to": related("m.thread", "$1", ["m.in_reply_to": ["event_id": "$2"]])]),
        ])
        let messages = try await messages()
        #expect(messages.map { $0.references.map(\.message) } == [[], [], [messages[1].id]])
    }

    @Test func `a plausible server time is used, and missed messages are late`() async throws {
        let now = testStore.time.now
        try await take(
            [
                said("missed", id: "$1", at: now.addingTimeInterval(-86_400)),
                said("now", id: "$2", at: now.addingTimeInterval(-5)),
                said("wrong", id: "$3", at: now.addingTimeInterval(-86_400)),
                said("ahead", id: "$4", at: now.addingTimeInterval(60)),
                said("none", id: "$5", at: Date(timeIntervalSince1970: 0)),
            ], late: 1)
        #expect(try await messages().map { $0.createdAt.timeIntervalSince(now).rounded() } == [-86_400, -5, 0, 0, 0])
        #expect(
            try await testStore.store.journal.entries(after: 0, limit: 10).map(\.isLate) == [true, false, false, false, false])
    }
}
