import AsyncSupport
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import ServiceLifecycle
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct MemberSyncServiceTests {
    private static let lab: ClanID = 1_900_000_000_000_000_001
    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let secondApp: UserID = 1_900_000_000_000_000_102
    private static let guest: UserID = 1_900_000_000_000_000_201
    private static let an: UserID = 1_900_000_000_000_000_202
    private static let mod: UserID = 1_900_000_000_000_000_204
    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func withReader(
        as user: UserID = bot, _ body: (MezonTestGateway, ClanReader) async throws -> Void
    ) async throws {
        let gateway = try MezonTestGateway(time: ManualTime(), logger: Self.logger)
        let address = try await gateway.start()
        let account = try #require(gateway.accounts.first { $0.appID == user })
        let client = SessionClient(
            endpoint: try #require(GatewayEndpoint(address.baseURL)),
            credentials: Credentials(appID: "\(account.appID)", token: account.token), time: SystemTime(), logger: Self.logger,
            timeout: .seconds(300))
        do {
            try await body(gateway, ClanReader(client: client, perSecond: nil, time: SystemTime()))
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
        await gateway.shutdown()
    }

    /// Lists the members once and returns when that has ended.
    private func list(_ testStore: TestStore, with reader: ClanReader) async throws {
        let accounts = AccountLookupService(reader: reader, store: try testStore.store, time: testStore.time, logger: Self.logger)
        let service = MemberSyncService(
            reader: reader, store: try testStore.store, accounts: accounts, named: [Self.secondApp], time: testStore.time,
            logger: Self.logger)
        let group = ServiceGroup(configuration: .init(services: [.init(service: service)], logger: Self.logger))
        async let outcome: Void = group.run()
        let passing = Task { [time = testStore.time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
        service.ask(for: [Self.lab])
        try await service.isLoaded.waitUntilOpen()
        await group.triggerGracefulShutdown()
        try await outcome
        passing.cancel()
        await passing.value
    }

    @Test func `members are listed with their roles and the time they joined`() async throws {
        let testStore = try await TestStore()
        try await withReader { _, reader in try await list(testStore, with: reader) }
        let store = try testStore.store
        #expect(store.directory.author(Self.an, in: Self.lab)?.username == "an")
        let start = ManualTime().now
        #expect(
            store.directory.member(Self.an, in: Self.lab)
                == Member(
                    clan: Self.lab, user: Self.an, roles: [1_900_000_000_000_000_023],
                    joinedAt: start.addingTimeInterval(-730 * 86_400)))
        #expect(store.directory.member(Self.guest, in: Self.lab)?.joinedAt == start)
        #expect(store.directory.members(of: Self.lab).count == 6)
        #expect(store.directory.roles(of: Self.lab).map(\.title) == ["admin", "bot", "member"])
    }

    /// A temporary failure is retried three times, for roles and members each.
    @Test(arguments: [
        ("ListClanUsers", 7, 99, 0, 3), ("ListRoles", 12, 99, 6, 0), ("ListClanUsers", 13, 2, 6, 3), ("ListRoles", 13, 2, 6, 3),
        ("ListClanUsers", 13, 99, 0, 3),
    ])
    func `a refused member list does not block the start, and a temporary failure is retried`(
        call: String, code: Int, times: Int, members: Int, roles: Int
    ) async throws {
        let testStore = try await TestStore()
        try await withReader { gateway, reader in
            try await gateway.add(Fault(.refuse, on: call, times: times, code: code))
            try await list(testStore, with: reader)
        }
        #expect(try testStore.store.directory.members(of: Self.lab).count == members)
        #expect(try testStore.store.directory.roles(of: Self.lab).count == (members == 0 ? 0 : roles))
        try await testStore.store.journal.append([
            NewEntry(
                event: .memberJoined(Membership(clan: Self.lab, users: [7])), frame: [], receivedAt: testStore.time.now)
        ])
        #expect(try testStore.store.directory.member(7, in: Self.lab)?.joinedAt == testStore.time.now)
    }

    @Test func `applications are recognized by role or name, and other accounts at their first event`() async throws {
        let testStore = try await TestStore()
        try await withReader { _, reader in
            try await list(testStore, with: reader)
            let store = try testStore.store
            #expect(store.directory.members(of: Self.lab).filter(\.isBot).map(\.user) == [Self.bot, Self.secondApp])
            #expect(store.directory.member(Self.guest, in: Self.lab)?.isUnidentified == true)
            let accounts = AccountLookupService(reader: reader, store: store, time: testStore.time, logger: Self.logger)
            try await accounts.identify([Self.guest, Self.guest, 0])
            #expect(store.directory.member(Self.guest, in: Self.lab)?.isUnidentified == false)
            #expect(store.directory.kind(of: Self.guest) == .person)
        }
    }

    /// Refused for every account, or answered without useful content.
    @Test(arguments: [7, 12, 13]) func `a server that does not identify applications restricts no one`(code: Int) async throws {
        let testStore = try await TestStore()
        try await withReader { gateway, reader in
            try await gateway.add(Fault(.refuse, on: "GetApp", times: 99, code: code))
            try await list(testStore, with: reader)
        }
        let mod = try testStore.store.directory.member(Self.mod, in: Self.lab)
        #expect((mod?.isBot, mod?.isUnidentified) == (false, false))
    }

    private static let allowed: [(UserID, Set<String>)] = [
        (bot, ["delete-message", "manage-channel", "manage-clan"]), (an, []), (mod, ["administrator", "clan-owner"]),
    ]

    @Test(arguments: allowed)
    func `the permissions of a user come from their roles`(user: UserID, permissions: Set<String>) async throws {
        try await withReader { _, reader in
            let allowed = try await reader.permissions(of: user, in: Self.lab)
            #expect(allowed == permissions)
        }
    }

    @Test func `only users with permission can list bans, and every user can query their own`() async throws {
        try await withReader(as: Self.mod) { _, reader in
            let bans = try await reader.bans(in: nil, of: Self.lab)
            #expect(bans.isEmpty)
            let isBanned = try await reader.isBanned(in: Self.general)
            #expect(!isBanned)
        }
        try await withReader(as: Self.an) { _, reader in
            await #expect(throws: SessionError.self) { _ = try await reader.bans(in: nil, of: Self.lab) }
        }
    }
}
