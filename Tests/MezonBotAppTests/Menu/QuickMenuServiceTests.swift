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

        private func entries() async throws -> [ApiQuickMenuAccess] {
            try await client.call(
                .listQuickMenuAccess, ApiListQuickMenuAccessRequest(), as: ApiQuickMenuAccessList.self
            ).listMenus
        }

        func names() async throws -> [String] { try await entries().map(\.menuName).sorted() }

        func texts() async throws -> [String] {
            try await entries().map { "\($0.menuName) \($0.menuType) \($0.actionMsg)" }.sorted()
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

    private static let say = QuickMenuEntry(clan: lab, channel: 0, name: "say", text: "*say ")

    @Test func `a command that needs arguments becomes a flash entry, also where it raised an event before`() async throws {
        try await withMenu { menu in
            try await menu.service([Self.kudos, Self.say.quick]).update([Self.lab])
            for _ in 0..<2 { try await menu.service([Self.kudos, Self.say]).update([Self.lab]) }
            #expect(try await menu.texts() == ["kudos 2 bot_event", "say 1 *say "])
        }
    }

    @Test func `another prefix replaces the text of a flash entry, and a command that is gone leaves the menu`() async throws {
        try await withMenu { menu in
            var other = Self.say
            other.text = "!say "
            for planned in [Self.say, other] { try await menu.service([planned]).update([Self.lab]) }
            #expect(try await menu.texts() == ["say 1 !say "])
            try await menu.service([]).update([Self.lab])
            #expect(try await menu.texts() == [])
        }
    }

    @Test func `a flash entry that somebody registered by hand is not doubled`() async throws {
        try await withMenu { menu in
            let own = ApiQuickMenuAccess.with {
                $0.menuName = "say"
                $0.actionMsg = "*say please "
                $0.clanID = Self.lab.rawValue
                $0.menuType = 1
            }
            _ = try await menu.client.call(.addQuickMenuAccess, own.wireBytes)
            try await menu.service([Self.say]).update([Self.lab])
            #expect(try await menu.texts() == ["say 1 *say please "])
        }
    }

    @Test func `the ids of entries differ, are positive and stay the same`() {
        let entries = [Self.kudos, Self.dice, QuickMenuEntry(clan: Self.annex, channel: 0, name: "kudos"), Self.say]
        let ids = entries.map { $0.id(of: 9) }
        #expect(Set(ids).count == 4)
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
