import BotConfig
import Foundation
import MezonModel
import MezonTesting
import MezonWire
import Persistence
import Testing

@testable import Relay

struct IRCIntakeTests {
    private static let room = ChannelID(port: "net", room: "#swift")
    private let house: TestHouse
    private let scene: PortScene

    init() async throws {
        house = try await TestHouse()
        scene = PortScene(
            store: try house.store, naming: try await MessageNaming(store: try house.store, time: house.time), me: 77,
            time: house.time, logger: house.logger)
    }

    private var intake: IRCIntake {
        IRCIntake(
            port: PortSettings(
                name: "net", place: Place(file: "c", line: 1, column: 1), network: .irc(IRCSettings(host: "x", nick: "bot")),
                rooms: [.init(id: Self.room, name: "#Swift")]), scene: scene)
    }

    private static func said(
        _ text: String, by nick: String = "an", account: String? = nil, isMe: Bool = false, msgid: String? = nil,
        time: Date? = nil, replyTo: String? = nil, isLate: Bool = false, kind: IRCText.Kind = .message
    ) -> IRCEvent {
        .said(
            IRCSaid(
                room: "#Swift", by: IRCPerson(nick: nick, account: account, isMe: isMe), text: text, kind: kind, msgid: msgid,
                time: time, replyTo: replyTo, isLate: isLate))
    }

    private func messages() async throws -> [Message] {
        try await house.store.entries(after: 0, limit: 100).compactMap {
            guard case .envelope(let envelope) = try Frame($0.frame),
                case .event(.message(let message)) = Push(envelope, receivedAt: $0.receivedAt)
            else { return nil }
            return message
        }
    }

    @Test func `what is said is a message of its channel, by whom the network knows`() async throws {
        try await intake.take([
            Self.said("hi \u{2}all\u{2}"), Self.said("waves", by: "Binh", account: "binh", kind: .action),
            Self.said("again", by: "other", account: "binh"), Self.said("elsewhere", by: "AN"),
        ])
        let messages = try await messages()
        #expect(messages.map(\.text) == ["hi all", "* waves", "again", "elsewhere"])
        #expect(messages.map(\.author.username) == ["an", "Binh", "other", "AN"])
        #expect(messages[0].content.markup == [Markup("b", TextRange(3, 6))])
        #expect(messages[0].author.id == messages[3].author.id, "a nick is one however it is spelt")
        #expect(messages[1].author.id == messages[2].author.id, "an account is one whatever its nick")
        #expect(Set(messages.map(\.channel)) == [Self.room] && Set(messages.map(\.clan)) == [ClanID(port: "net")])
    }

    @Test func `what we said comes back as our own, once, and not where nothing tells that it is the same`() async throws {
        try await intake.take([Self.said("mine", isMe: true, msgid: "m1"), Self.said("mine", isMe: true)])
        let entries = try await house.store.entries(after: 0, limit: 10)
        #expect(entries.map(\.isOwn) == [true])
        #expect(try await messages().map(\.author.id) == [77])
    }

    @Test func `a message played back is known, and what is from before the house is not taken in`() async throws {
        let now = house.time.now
        let intake = intake
        try await intake.take([
            Self.said("old", msgid: "m0", time: now.addingTimeInterval(-60), isLate: true),
            Self.said("new", msgid: "m1", time: now),
        ])
        house.time.advance(by: .seconds(30))
        try await intake.take([
            Self.said("new", msgid: "m1", time: now, isLate: true),
            Self.said("missed", msgid: "m2", time: now.addingTimeInterval(10), isLate: true),
        ])
        let entries = try await house.store.entries(after: 0, limit: 10)
        #expect(try await messages().map(\.text) == ["new", "missed"])
        #expect(entries.map(\.isLate) == [false, true])
    }

    @Test func `a message without a name that is played back again is known by its time`() async throws {
        let now = house.time.now
        let intake = intake
        house.time.advance(by: .seconds(5))
        let played = Self.said("once", time: now.addingTimeInterval(1), isLate: true)
        try await intake.take([played])
        try await intake.take([played, Self.said("then", time: now.addingTimeInterval(2), isLate: true)])
        #expect(try await messages().map(\.text) == ["once", "then"])
    }

    @Test func `a reply, a reaction and a removal find the message by its name`() async throws {
        try await intake.take([
            Self.said("question", msgid: "m1"), Self.said("answer", msgid: "m2", replyTo: "m1"),
            .reacted(room: "#Swift", msgid: "m1", emoji: "👍", by: IRCPerson(nick: "an"), isRemoval: false),
            .removed(room: "#Swift", msgid: "m2", by: IRCPerson(nick: "an")),
            .removed(room: "#Swift", msgid: "unknown", by: IRCPerson(nick: "an")),
        ])
        let entries = try await house.store.entries(after: 0, limit: 10)
        let messages = try await messages()
        #expect(messages[1].references.map(\.message) == [messages[0].id])
        #expect(entries.map(\.kind) == ["message", "message", "reaction", "delete"])
        #expect(entries.map(\.message) == [messages[0].id, messages[1].id, messages[0].id, messages[1].id])
    }

    @Test func `a server's clock that is wrong by an hour is not believed`() async throws {
        try await intake.take([Self.said("hi", time: house.time.now.addingTimeInterval(3600))])
        let said = try #require(try await messages().first).createdAt
        #expect(abs(said.timeIntervalSince(house.time.now)) < 1)
    }
}
