import BotKit
import BotTesting
import ChatModel
import Foundation
import GRDB
import MezonProtocol
import Testing

@testable import Storage

struct AccountTableTests {
    private let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func join(_ user: UserID, isBot: Bool, clan: ClanID = .test) async throws {
        let event = Event.memberJoined(Membership(clan: clan, users: [user], isBot: isBot))
        try await testStore.store.journal.append([NewEntry(event: event, frame: [], receivedAt: testStore.time.now)])
    }

    /// Lists members as the server does, without their account kind.
    private func list(_ users: UserID...) async throws {
        let members = users.map { user in
            var member = Member(clan: .test, user: user, roles: [1])
            member.isUnidentified = true
            return member
        }
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(of: .test, members: members, roles: nil)
    }

    @Test func `an application that joins is recognized in every clan and after a restart`() async throws {
        try await join(7, isBot: true)
        for _ in 0..<2 {
            #expect(try testStore.store.directory.member(7, in: .test)?.isBot == true)
            #expect(try testStore.store.directory.member(7, in: 0)?.isBot == true)
            #expect(try testStore.store.directory.members(of: .test).map(\.isBot) == [true])
            try testStore.restart()
        }
    }

    @Test func `a listed member is unidentified until the server reports the account kind`() async throws {
        try await list(7, 8)
        #expect(try testStore.store.directory.member(7, in: .test)?.isUnidentified == true)
        try await testStore.store.directory.note([7: .application, 8: .person])
        try await list(7, 8)
        try testStore.restart()
        let (app, person) = (
            try testStore.store.directory.member(7, in: .test), try testStore.store.directory.member(8, in: .test)
        )
        #expect((app?.isBot, app?.isUnidentified, app?.roles) == (true, false, [1]))
        #expect((person?.isBot, person?.isUnidentified) == (false, false))
    }

    @Test func `an application stays one when a later event omits it`() async throws {
        try await testStore.store.directory.note([7: .application])
        try await join(7, isBot: false)
        #expect(try testStore.store.directory.member(7, in: .test)?.isBot == true)
    }

    @Test func `an unknown user is a member of no clan`() throws {
        #expect(try testStore.store.directory.member(7, in: .test) == nil)
        #expect(try testStore.store.directory.member(7, in: 0) == nil)
    }

    @Test func `a reader in another process sees applications too`() async throws {
        try await join(7, isBot: true)
        let reader = try testStore.reader()
        #expect(try await reader.members().map(\.isBot) == [true])
    }

    @Test func `members of an older schema are kept with an unknown account kind`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue, upTo: "deliveries that go out again")
        try queue.write { try $0.execute(sql: "INSERT INTO member VALUES (301, 7, '1', NULL)") }
        let before = try queue.read { try MemberTable.members(in: SQLiteSession($0)) }
        try DatabaseSchema.bot.migrate(queue)
        let after = try queue.read { try MemberTable.members(in: SQLiteSession($0)) }
        #expect(before == [Member(clan: .test, user: 7, roles: [1])])
        #expect(after == before)
        #expect(try queue.read { try AccountTable.kinds(in: SQLiteSession($0)) } == [:])
        #expect(try queue.read { try AnswerCountTable.all(in: SQLiteSession($0)) } == [])
    }

    @Test func `an upgrade of an older schema keeps answer counts, with no consecutive answers`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue, upTo: "journal key")
        try queue.write { try $0.execute(sql: "INSERT INTO answer_count VALUES (11, 7, 1000, 2, 1000, 30, 5000, 0, NULL)") }
        try DatabaseSchema.bot.migrate(queue)
        let counts = try queue.read { try AnswerCountTable.all(in: SQLiteSession($0)) }
        #expect(counts.map(\.inHour) == [30])
        #expect(counts.map(\.inRow) == [0])
        #expect(counts.map(\.isHeldForRow) == [false])
    }

    @Test func `a clan removes its channels, members and roles`() async throws {
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(
            of: .test, members: [Member(clan: .test, user: 7)], roles: [Role(id: 1, clan: .test, title: "admin")])
        try await testStore.store.directory.remember(
            clans: [Clan(id: 5, name: "other")], channels: [Channel(id: 6, clan: 5, label: "there")])
        try await testStore.store.directory.forget(ClanID.test)
        for _ in 0..<2 {
            #expect(try testStore.store.directory.channels.map(\.id) == [6])
            #expect(try testStore.store.directory.clan(.test) == nil)
            #expect(try testStore.store.directory.clan(5)?.name == "other")
            #expect(try testStore.store.directory.members(of: .test) == [])
            #expect(try testStore.store.directory.roles(of: .test) == [])
            try testStore.restart()
        }
    }
}
