import BotKit
import BotTesting
import ChatModel
import Foundation
import GRDB
import MezonProtocol
import Testing

@testable import Storage

struct DirectoryMembersTests {
    private let testStore: TestStore
    private let start = ManualTime().now

    init() async throws { testStore = try await TestStore() }

    private func tell(_ events: [Event], at seconds: Double = 0) async throws {
        try await testStore.store.journal.append(
            events.map { NewEntry(event: $0, frame: [], receivedAt: start.addingTimeInterval(seconds)) })
    }

    private func given(_ role: RoleID, to users: UserID...) -> Event {
        .rolesChanged(RoleChange(clan: .test, role: role, added: users))
    }

    private func taken(_ role: RoleID, from users: UserID...) -> Event {
        .rolesChanged(RoleChange(clan: .test, role: role, removed: users))
    }

    private func joined(_ users: UserID...) -> Event { .memberJoined(Membership(clan: .test, users: users)) }
    private func left(_ users: UserID...) -> Event { .memberLeft(Membership(clan: .test, users: users)) }

    private func member(_ user: UserID, roles: [RoleID] = [], joined seconds: Double? = nil) -> Member {
        Member(clan: .test, user: user, roles: roles, joinedAt: seconds.map { start.addingTimeInterval($0) })
    }

    @Test func `a joining user becomes a member with the time, and a leaving user is removed`() async throws {
        try await tell([joined(101, 102)], at: 5)
        try await tell([left(102)], at: 6)
        #expect(try testStore.store.directory.member(101, in: .test) == member(101, joined: 5))
        #expect(try testStore.store.directory.member(102, in: .test) == nil)
        #expect(try testStore.store.directory.member(101, in: 7) == nil)
    }

    @Test func `an application that is added to a channel is known as one, also after a restart, and nobody joins by it`()
        async throws
    {
        let channel = Channel(id: 12, clan: .test, label: "hall")
        try await tell([joined(101), .channelMembersAdded(channel, [101, 102, 103], applications: [101, 102])], at: 3)
        for _ in 0..<2 {
            #expect(try testStore.store.directory.member(101, in: .test)?.isBot == true)
            #expect(try testStore.store.directory.kind(of: 102) == .application)
            #expect(try testStore.store.directory.kind(of: 103) == nil)
            #expect(try testStore.store.directory.members(of: .test).map(\.user) == [101])
            try testStore.restart()
        }
    }

    @Test func `roles are added and removed, also for users never listed`() async throws {
        try await tell([joined(101), given(1, to: 101, 102), given(2, to: 101), given(2, to: 101), taken(1, from: 101)])
        #expect(
            try testStore.store.directory.members(of: .test) == [member(101, roles: [2], joined: 0), member(102, roles: [1])])
    }

    @Test func `a user who rejoins has no former roles`() async throws {
        try await tell([given(1, to: 101)])
        try await tell([joined(101)], at: 9)
        #expect(try testStore.store.directory.members(of: .test) == [member(101, joined: 9)])
    }

    @Test func `members and roles are known after a restart`() async throws {
        let admin = Role(id: 1, clan: .test, title: "admin", permissions: ["administrator", "manage-clan"])
        let everybody = Role(id: 2, clan: .test, title: "@everyone", isEverybodys: true)
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(
            of: .test, members: [member(101, roles: [1, 3], joined: 1)], roles: [everybody, admin])
        try await tell([given(4, to: 101), joined(102)], at: 2)
        let known = try testStore.store.directory.members(of: .test)
        try testStore.restart()
        #expect(known == [member(101, roles: [1, 3, 4], joined: 1), member(102, joined: 2)])
        #expect(try testStore.store.directory.members(of: .test) == known)
        #expect(try testStore.store.directory.roles(of: .test) == [admin, everybody])
    }

    @Test func `a member list replaces known members and keeps observed join times`() async throws {
        try await tell([joined(101, 102), given(1, to: 101)], at: 3)
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(of: .test, members: [member(101, roles: [2]), member(103)], roles: nil)
        #expect(try testStore.store.directory.members(of: .test) == [member(101, roles: [2], joined: 3), member(103)])
    }

    /// Each event may already be part of the list or be later than it.
    @Test(arguments: [[], [RoleID(1)], [1, 2]])
    func `events received while a member list is read are applied on top of it`(listed: [RoleID]) async throws {
        try testStore.store.directory.beginListing(of: .test)
        try await tell([given(2, to: 101), taken(1, from: 101), left(102), joined(103)], at: 4)
        try await testStore.store.directory.finishListing(
            of: .test, members: [member(101, roles: listed), member(102)], roles: nil)
        #expect(try testStore.store.directory.members(of: .test) == [member(101, roles: [2]), member(103, joined: 4)])
    }

    @Test func `a user who joins while a list is read keeps the listed roles`() async throws {
        try testStore.store.directory.beginListing(of: .test)
        try await tell([joined(101)], at: 4)
        try await testStore.store.directory.finishListing(of: .test, members: [member(101, roles: [9])], roles: nil)
        #expect(try testStore.store.directory.members(of: .test) == [member(101, roles: [9], joined: 4)])
    }

    @Test func `an abandoned list keeps the known members`() async throws {
        try await tell([joined(101)])
        try testStore.store.directory.beginListing(of: .test)
        try testStore.store.directory.abandonListing(of: .test)
        #expect(try testStore.store.directory.members(of: .test) == [member(101, joined: 0)])
    }

    @Test func `a repeated member list counts from its second request`() async throws {
        try testStore.store.directory.beginListing(of: .test)
        try await tell([left(101)])
        try await testStore.store.directory.finishListing(of: .test, members: [member(101)], roles: nil)
        #expect(try testStore.store.directory.members(of: .test) == [])
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(of: .test, members: [member(101)], roles: nil)
        #expect(try testStore.store.directory.members(of: .test) == [member(101)])
    }

    /// A list shows any state between its request and its arrival; with the events before and after it the result is the same.
    @Test(arguments: 0..<50) func `lists and events in any order converge to the server's state`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var truth: [UserID: Set<RoleID>] = [:]
        var told: [Event] = []
        func happen() {
            let user = UserID(Int64.random(in: 1...4, using: &random))
            let role = RoleID(Int64.random(in: 1...3, using: &random))
            switch (truth[user], Int.random(in: 0..<3, using: &random)) {
            case (nil, _):
                truth[user] = []
                told.append(joined(user))
            case (_?, 0):
                truth[user] = nil
                told.append(left(user))
            case (_?, 1):
                truth[user]?.insert(role)
                told.append(given(role, to: user))
            default:
                truth[user]?.remove(role)
                told.append(taken(role, from: user))
            }
        }
        func tellSome() async throws {
            let count = Int.random(in: 0...told.count, using: &random)
            try await tell(Array(told.prefix(count)))
            told.removeFirst(count)
        }
        for _ in 0..<10 { happen() }
        try await tellSome()
        for _ in 0..<3 {
            try testStore.store.directory.beginListing(of: .test)
            for _ in 0..<4 { happen() }
            try await tellSome()
            let list = truth.map { Member(clan: .test, user: $0.key, roles: $0.value.sorted()) }
            for _ in 0..<4 { happen() }
            try await tellSome()
            try await testStore.store.directory.finishListing(of: .test, members: list, roles: nil)
        }
        try await tell(told)
        let known = try testStore.store.directory.members(of: .test).map { ($0.user, Set($0.roles)) }
        #expect(Dictionary(uniqueKeysWithValues: known) == truth)
    }

    @Test func `user names come from lists and messages and are known after a restart`() async throws {
        let an = Author(id: 101, username: "an", displayName: "An")
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(of: .test, members: [member(101)], roles: nil, names: [an])
        #expect(try testStore.store.directory.author(101, in: .test) == an)
        var renamed = an
        renamed.clanNick = "An béo"
        renamed.avatar = "https://cdn/an.png"
        try await testStore.store.journal.append([.make(.make(text: "hi", by: renamed))])
        renamed.avatar = ""
        #expect(try testStore.store.directory.author(101, in: .test) == renamed)
        try testStore.restart()
        #expect(try testStore.store.directory.author(101, in: .test) == renamed)
        #expect(try await testStore.store.reader.names().all(of: 101) == ["an", "An", "An béo"])
    }

    @Test func `a name belongs to the clan of the channel, whatever clan the message claims`() async throws {
        try await testStore.store.directory.remember(clans: [], channels: [Channel(id: 70, clan: 7, label: "far")])
        try await testStore.store.journal.append([.make(.make(text: "hi", in: 70, by: .an))])
        for _ in 0..<2 {
            #expect(try testStore.store.directory.author(Author.an.id, in: .test) == nil)
            #expect(try testStore.store.directory.author(Author.an.id, in: 7)?.username == Author.an.username)
            try testStore.restart()
        }
    }

    @Test func `outside a clan a user has the account name without a clan nick`() async throws {
        try await testStore.store.journal.append([.make(.make(text: "hi", by: Author(id: 101, username: "an", clanNick: "boss")))]
        )
        #expect(try testStore.store.directory.author(101, in: 0) == Author(id: 101, username: "an"))
        #expect(try testStore.store.directory.author(101, in: 7) == nil)
    }

    @Test func `a user who left, or was erased, has no name`() async throws {
        try await testStore.store.journal.append([.make(.make(text: "hi", by: .an)), .make(.make(text: "hi", by: .binh))])
        try testStore.store.directory.beginListing(of: .test)
        try await testStore.store.directory.finishListing(of: .test, members: [member(102)], roles: nil, names: [.binh])
        #expect(try testStore.store.directory.author(101, in: .test) == nil)
        try await testStore.store.directory.forgetNames(of: 102)
        #expect(try testStore.store.directory.author(102, in: .test) == nil)
        try testStore.restart()
        #expect(try testStore.store.directory.author(102, in: .test) == nil)
    }

    @Test func `a store of a schema without names opens and learns them`() async throws {
        let folder = try TemporaryDirectory()
        let queue = try DatabaseQueue(path: DataDirectory.database(in: folder.path))
        try DatabaseSchema.bot.migrate(queue, upTo: "deliveries that go out again")
        try await queue.write { try $0.execute(sql: "INSERT INTO member (clan, user, roles) VALUES (301, 101, '')") }
        #expect(throws: StorageError.olderSchema(file: DataDirectory.database(in: folder.path))) {
            try JournalReader(folder: folder.path)
        }
        try queue.close()
        let store = try Store(folder: try DataDirectory(folder.path), time: testStore.time, logger: testStore.logger)
        #expect(store.directory.member(101, in: .test) != nil && store.directory.author(101, in: .test) == nil)
        try await store.directory.remember(clans: [], channels: [.general])
        try await store.journal.append([.make(.make(text: "hi", by: .an))])
        #expect(store.directory.author(101, in: .test) == .an)
        try store.close()
    }

    @Test func `a message is found as it was before an entry, in its own channel only`() async throws {
        let said = Message.make(text: "one")
        var edited = said
        edited.content = Content("two")
        edited.code = .update
        try await testStore.store.journal.append([.make(said), .make(edited)])
        let reader = try testStore.store.reader
        #expect(try reader.lastVersion(of: said.id, in: said.channel, before: 2)?.sequence == 1)
        #expect(try reader.lastVersion(of: said.id, in: said.channel, before: 3)?.sequence == 2)
        #expect(try reader.lastVersion(of: said.id, in: said.channel, before: 1) == nil)
        #expect(try reader.lastVersion(of: said.id, in: .random, before: 3) == nil)
    }
}
