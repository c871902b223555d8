import BotKit
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonProtocol
import MezonTestGateway
import SwiftProtobuf
import Testing

@testable import MezonBotApp

/// Commands in Mezon's `/` menu, registered at a gateway.
@Suite(.timeLimit(.minutes(5)))
struct QuickMenuServiceTests {
    private static let lab: ClanID = 1_900_000_000_000_000_001
    private static let annex: ClanID = 1_900_000_000_000_000_002
    private static let general: ChannelID = 1_900_000_000_000_000_011

    /// The entries of an application, seen and changed as itself.
    private struct Menu: Sendable {
        let client: SessionClient
        let me: UserID

        func service(_ planned: Set<QuickMenuEntry>) -> QuickMenuService {
            QuickMenuService(
                client: client, rateLimiter: ReadRateLimiter(perSecond: nil, time: SystemTime()), me: me, time: SystemTime(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ) { clans in planned.filter { clans.contains($0.clan) } }
        }

        func names() async throws -> [String] {
            try await client.call(
                .listQuickMenuAccess, ApiListQuickMenuAccessRequest(), as: ApiQuickMenuAccessList.self
            ).listMenus.map(\.menuName).sorted()
        }
    }

    private func withMenu(_ body: (Menu) async throws -> Void) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let gateway = try MezonTestGateway(time: SystemTime(), logger: logger)
        let address = try await gateway.start()
        let account = try #require(gateway.accounts.first { $0.isApp })
        let client = SessionClient(
            endpoint: try #require(GatewayEndpoint(address.baseURL)),
            credentials: Credentials(appID: "\(account.appID)", token: account.token), time: SystemTime(), logger: logger)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(Menu(client: client, me: account.appID)))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        await gateway.shutdown()
        try result.get()
    }

    private static let kudos = QuickMenuEntry(clan: lab, channel: 0, name: "kudos")
    private static let dice = QuickMenuEntry(clan: lab, channel: general, name: "dice")

    @Test func `commands are registered once, however often they are compared`() async throws {
        try await withMenu { menu in
            for _ in 0..<3 { try await menu.service([Self.kudos, Self.dice]).update([Self.lab]) }
            #expect(try await menu.names() == ["dice", "kudos"])
        }
    }

    @Test func `a command that is gone leaves the menu, and entries of others stay`() async throws {
        try await withMenu { menu in
            let foreign = ApiQuickMenuAccess.with {
                $0.menuName = "handmade"
                $0.clanID = Self.lab.rawValue
                $0.menuType = 2
            }
            _ = try await menu.client.call(.addQuickMenuAccess, foreign.wireBytes)
            try await menu.service([Self.kudos, Self.dice]).update([Self.lab])
            try await menu.service([Self.kudos]).update([Self.lab])
            #expect(try await menu.names() == ["handmade", "kudos"])
            try await menu.service([]).update([Self.annex])
            #expect(try await menu.names() == ["handmade", "kudos"])
        }
    }

    @Test func `an entry that somebody registered by hand is not doubled`() async throws {
        try await withMenu { menu in
            let own = ApiQuickMenuAccess.with {
                $0.menuName = "kudos"
                $0.clanID = Self.lab.rawValue
                $0.menuType = 2
            }
            _ = try await menu.client.call(.addQuickMenuAccess, own.wireBytes)
            try await menu.service([Self.kudos]).update([Self.lab])
            #expect(try await menu.names() == ["kudos"])
        }
    }

    @Test func `the ids of entries differ, are positive and stay the same`() {
        let entries = [Self.kudos, Self.dice, QuickMenuEntry(clan: Self.annex, channel: 0, name: "kudos")]
        let ids = entries.map { $0.id(of: 9) }
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { $0 > 0 })
        #expect(Self.kudos.id(of: 9) == ids[0])
        #expect(Self.kudos.id(of: 10) != ids[0])
    }

    @Test func `a removal names no account, so that it can remove nothing else`() {
        let removal = Self.kudos.removal(by: 9)
        #expect(removal.botID == 0)
        #expect(removal.id == Self.kudos.id(of: 9))
    }
}
