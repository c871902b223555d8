import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCIngestorTests {
    private static let room = ChannelID(connection: "net", channel: "#swift")
    private let testStore: TestStore
    private let context: ConnectorContext

    init() async throws {
        testStore = try await TestStore()
        context = ConnectorContext(
            store: try testStore.store, naming: try await ExternalIDMap(store: try testStore.store, time: testStore.time),
            botUser: 77,
            time: testStore.time, logger: testStore.logger)
    }

    private var intake: IRCIngestor {
        IRCIngestor(
            connection: ConnectionSettings(
                name: "net", position: SourcePosition(file: "c", line: 1, column: 1),
                network: .init(IRCSettings(host: "x", nick: "bot")),
                channels: [.init(id: Self.room, name: "#Swift")]), context: context)
    }

    private static func said(
        _ text: String, by nick: String = "an", account: String? = nil, isMe: Bool = false, msgid: String? = nil,
        time: Date? = nil, replyTo: String? = nil, isLate: Bool = false, kind: IRCText.Kind = .message,
        isBot: Bool = false
    ) -> IRCEvent {
        .message(
            IRCMessage(
                channel: "#Swift", by: IRCUser(nick: nick, account: account, isMe: isMe), text: text, kind: kind, msgid: msgid,
                time: time, replyTo: replyTo, isLate: isLate, isBot: isBot))
    }

    private static let joined = IRCEvent.joined(channel: "#Swift", IRCUser(nick: "bot", isMe: true))

    private func remember() async throws {
        try await testStore.store.directory.remember(
            clans: [Clan(id: ClanID(connection: "net"), name: "net")],
            channels: [Channel(id: Self.room, clan: ClanID(connection: "net"), label: "swift")])
    }

    private func messages() async throws -> [Message] {
        try await testStore.store.journal.entries(after: 0, limit: 100).compactMap {
            guard case .envelope(let envelope) = try Frame($0.frame),
                case .event(.message(let message)) = DecodedPush(envelope, receivedAt: $0.receivedAt)
            else { return nil }
            return message
        }
    }

    @Test func `a message is journaled in its channel under the account or folded nick`() async throws {
        try await intake.append([
            Self.said("hi \u{2}all\u{2}"), Self.said("waves", by: "Binh", account: "binh", kind: .action),
            Self.said("again", by: "other", account: "binh"), Self.said("elsewhere", by: "AN"),
        ])
        let messages = try await messages()
        #expect(messages.map(\.text) == ["hi all", "* waves", "again", "elsewhere"])
        #expect(messages.map(\.author.username) == ["an", "Binh", "other", "AN"])
        #expect(messages[0].content.markup == [Markup("b", TextRange(3, 6))])
        #expect(messages[0].author.id == messages[3].author.id, "a nick is one however it is spelt")
        #expect(messages[1].author.id == messages[2].author.id, "an account is one whatever its nick")
        #expect(Set(messages.map(\.channel)) == [Self.room] && Set(messages.map(\.clan)) == [ClanID(connection: "net")])
    }

    @Test func `the bot's own message is journaled once as own, and ignored without a message id`() async throws {
        try await intake.append([Self.said("mine", isMe: true, msgid: "m1"), Self.said("mine", isMe: true)])
        let entries = try await testStore.store.journal.entries(after: 0, limit: 10)
        #expect(entries.map(\.isOwn) == [true])
        #expect(try await messages().map(\.author.id) == [77])
    }

    @Test func `a replayed message is known, and messages before the first start are ignored`() async throws {
        let now = testStore.time.now
        let intake = intake
        try await intake.append([
            Self.said("old", msgid: "m0", time: now.addingTimeInterval(-60), isLate: true),
            Self.said("new", msgid: "m1", time: now),
        ])
        testStore.time.advance(by: .seconds(30))
        try await intake.append([
            Self.said("new", msgid: "m1", time: now, isLate: true),
            Self.said("missed", msgid: "m2", time: now.addingTimeInterval(10), isLate: true),
        ])
        let entries = try await testStore.store.journal.entries(after: 0, limit: 10)
        #expect(try await messages().map(\.text) == ["new", "missed"])
        #expect(entries.map(\.isLate) == [false, true])
    }

    @Test func `a replayed message without an id is recognized by its time`() async throws {
        let now = testStore.time.now
        let intake = intake
        testStore.time.advance(by: .seconds(5))
        let played = Self.said("once", time: now.addingTimeInterval(1), isLate: true)
        try await intake.append([played])
        try await intake.append([played, Self.said("then", time: now.addingTimeInterval(2), isLate: true)])
        #expect(try await messages().map(\.text) == ["once", "then"])
    }

    @Test func `a reply, a reaction and a deletion refer to the message by its external id`() async throws {
        try await intake.append([
            Self.said("question", msgid: "m1"), Self.said("answer", msgid: "m2", replyTo: "m1"),
            .reacted(channel: "#Swift", msgid: "m1", emoji: "👍", by: IRCUser(nick: "an"), isRemoval: false),
            .removed(channel: "#Swift", msgid: "m2", by: IRCUser(nick: "an")),
            .removed(channel: "#Swift", msgid: "unknown", by: IRCUser(nick: "an")),
        ])
        let entries = try await testStore.store.journal.entries(after: 0, limit: 10)
        let messages = try await messages()
        #expect(messages[1].references.map(\.message) == [messages[0].id])
        #expect(entries.map(\.kind) == ["message", "message", "reaction", "delete"])
        #expect(entries.map(\.message) == [messages[0].id, messages[1].id, messages[0].id, messages[1].id])
    }

    @Test func `a server time that is off by an hour is ignored`() async throws {
        try await intake.append([Self.said("hi", time: testStore.time.now.addingTimeInterval(3600))])
        let said = try #require(try await messages().first).createdAt
        #expect(abs(said.timeIntervalSince(testStore.time.now)) < 1)
    }

    @Test func `a history gap stays open until it is read completely, page by page`() async throws {
        try await remember()
        let intake = intake
        let start = testStore.time.now
        try await intake.append([Self.joined, Self.said("first", msgid: "m1", time: start)])
        #expect(try await testStore.store.gaps.all() == [], "where nothing was heard, nothing is missing")
        testStore.time.advance(by: .seconds(60))
        try await intake.append([.lost("gone"), Self.joined, Self.said("live", msgid: "m9", time: testStore.time.now)])
        #expect(await intake.lastKnown(in: "#Swift") == HistoryCursor(msgid: "m1", time: start.addingTimeInterval(-2)))
        try await intake.append([
            Self.said("second", msgid: "m2", time: start.addingTimeInterval(5), isLate: true),
            .history(channel: "#Swift", through: "m2", isComplete: false),
        ])
        // As a new process finds it, regardless of how often the channel is joined.
        let later = self.intake
        #expect(
            await later.lastKnown(in: "#Swift") == HistoryCursor(msgid: "m2", time: start.addingTimeInterval(3)))
        try await later.append([
            Self.joined, Self.said("third", msgid: "m3", time: start.addingTimeInterval(6), isLate: true),
            Self.said("live", msgid: "m9", time: start.addingTimeInterval(60), isLate: true),
            .history(channel: "#Swift", through: "m9", isComplete: true),
        ])
        #expect(try await testStore.store.gaps.all() == [])
        #expect(await later.lastKnown(in: "#Swift")?.msgid == "m3", "the newest that was learnt")
        #expect(try await messages().map(\.text) == ["first", "live", "second", "third"])
    }

    @Test func `history does not repeat known messages, regardless of their author`() async throws {
        // As a delivery that was sent but whose echo was not received.
        _ = try await context.naming.message(named: "m1", in: Self.room)
        try await intake.append([
            Self.said("ours, under a former nick", by: "bot_7", msgid: "m1", isLate: true),
            Self.said("a stranger's", by: "bot", msgid: "m2", isLate: true),
        ])
        #expect(try await messages().map(\.text) == ["a stranger's"])
    }

    @Test func `notices and messages of bots are marked as automatic`() async throws {
        try await intake.append([
            Self.said("a"), Self.said("b", kind: .notice), Self.said("c", isBot: true), Self.said("d", kind: .action),
        ])
        #expect(try await messages().map(\.isAutomatic) == [false, true, true, false])
    }

    @Test func `joins, leaves, topics and nick changes are journaled, except those of the bot`() async throws {
        try await remember()
        let an = IRCUser(nick: "an")
        let bot = IRCUser(nick: "bot", isMe: true)
        try await intake.append([
            Self.joined, .joined(channel: "#Swift", an), .topic(channel: "#Swift", by: an, text: "\u{3}4news\u{3}  of today"),
            .topic(channel: "#Swift", by: an, text: ""), .renamed(channel: "#Swift", an, to: "ân"),
            .left(channel: "#Swift", IRCUser(nick: "ân"), reason: "bye"), .left(channel: "#Swift", an, reason: ""),
            .renamed(channel: "#Swift", bot, to: "bot_"), .left(channel: "#Swift", bot, reason: "out"),
            .joined(channel: "#other", an),
        ])
        let notices = try await testStore.store.journal.entries(after: 0, limit: 100).compactMap { entry -> Message? in
            guard case .envelope(let envelope) = try Frame(entry.frame),
                case .event(.systemMessage(let message)) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return message
        }
        #expect(
            notices.map(\.text) == [
                "→ joined", "set the topic: news of today", "removed the topic", "is now called ân", "← left: bye", "← left",
            ])
        #expect(notices.allSatisfy(\.isRoomChange) && notices.allSatisfy { $0.channel == Self.room })
        #expect(notices.map(\.author.username) == ["an", "an", "an", "an", "ân", "an"])
        #expect(try await testStore.store.directory.lastMessages()[Self.room] == 0, "nothing is asked for from there")
    }

    @Test func `joins and leaves of a crowd are limited to twenty a minute`() async throws {
        try await remember()
        let intake = intake
        let crowd = (0..<500).map { IRCEvent.joined(channel: "#Swift", IRCUser(nick: "clone\($0)")) }
        try await intake.append(crowd + [Self.said("hi")])
        #expect(try await testStore.store.journal.entries(after: 0, limit: 100).count == 21)
        testStore.time.advance(by: .seconds(60))
        try await intake.append(crowd)
        #expect(try await testStore.store.journal.entries(after: 0, limit: 100).count == 41)
    }

    @Test func `user ids use the network's case mapping, and channel ids the configured names`() async throws {
        func author(_ nick: String, _ mapping: IRCCaseMapping) async throws -> UserID? {
            let person = IRCUser(nick: nick, folded: mapping.folded(nick))
            try await intake.append([.message(IRCMessage(channel: "#Swift", by: person, text: "x"))])
            return try await messages().last?.author.id
        }
        #expect(try await author("An", .rfc1459) == UserID(connection: "net", name: "nick an"))
        #expect(try await author("A[n]", .rfc1459) == UserID(connection: "net", name: "nick a{n}"))
        #expect(try await author("A[n]", .ascii) == UserID(connection: "net", name: "nick a[n]"))
        #expect(try await author("ĐÀ", .ascii) != UserID(connection: "net", name: "nick đà"))
    }

    @Test func `a deletion by the bot is journaled once under the message's author`() async throws {
        let me = IRCUser(nick: "bot", isMe: true)
        try await intake.append([
            Self.said("theirs", msgid: "m1"), Self.said("kept", msgid: "m2"), Self.said("ours", isMe: true, msgid: "m3"),
        ])
        let ids = try await messages().map(\.id)
        try await intake.append([
            .removed(channel: "#Swift", msgid: "m1", by: me), .removed(channel: "#Swift", msgid: "m1", by: me),
            .removed(channel: "#Swift", msgid: "m3", by: me),
        ])
        let deletes = try await testStore.store.journal.entries(after: 3, limit: 10)
        #expect(deletes.map(\.kind) == ["delete", "delete"])
        #expect(deletes.map(\.message) == [ids[0], ids[2]])
        #expect(deletes.map(\.isOwn) == [false, true])
    }
}
