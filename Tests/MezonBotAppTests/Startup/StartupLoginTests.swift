import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(5))) struct StartupLoginTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Returns a port on which nothing listens.
    private func freePort() async throws -> Int {
        let gateway = try MezonTestGateway(time: SystemTime(), logger: Self.logger)
        let port = try #require(GatewayEndpoint(try await gateway.start().baseURL)).port
        await gateway.shutdown()
        return port
    }

    private func login(
        _ gateway: MezonTestGateway, port: Int, waits: Bool, folder: String
    ) throws -> (StartupLogin, SessionClient) {
        let account = try #require(gateway.accounts.first { $0.isApp })
        let client = SessionClient(
            endpoint: GatewayEndpoint(isSecure: false, host: "127.0.0.1", port: port),
            credentials: Credentials(appID: "\(account.appID)", token: account.token), time: SystemTime(), logger: Self.logger)
        let store = try Store(folder: DataDirectory(folder), time: SystemTime(), logger: Self.logger)
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": "version: 1\n"], root: "config.yaml", registry: BotRegistry([]))
        let login = StartupLogin(
            client: client, store: store, rules: try #require(compiled, "\(report.human())").rules,
            gateway: "http://127.0.0.1:\(port)", folder: folder, timeZone: .gmt, waits: waits, time: SystemTime(),
            logger: Self.logger)
        return (login, client)
    }

    private func gateway(_ port: Int) throws -> MezonTestGateway {
        try MezonTestGateway(configuration: GatewayConfiguration(port: port), time: SystemTime(), logger: Self.logger)
    }

    @Test func `a start with --wait reports that it is connecting and continues once the gateway is up`() async throws {
        let folder = try TemporaryDirectory()
        let port = try await freePort()
        let gateway = try gateway(port)
        let (login, client) = try login(gateway, port: port, waits: true, folder: folder.path)
        async let session = login.session()
        let commands = AdminClient(folder: folder.path)
        var answered: AdminReply?
        while answered == nil { answered = try? await commands.answer(to: .health) }
        let health = try #require(answered)
        let refusal = try await commands.answer(to: .reload())
        #expect(health.health?.isStarting == true && health.health?.isConnected == false)
        #expect(health.lines.first?.hasPrefix("connecting\n") == true, "\(health.lines)")
        #expect(health.lines.first?.contains("the gateway cannot be reached: Connection refused") == true, "\(health.lines)")
        #expect(refusal.isRefused && refusal.lines.first?.hasPrefix("the bot is still connecting") == true)
        _ = try await gateway.start()
        #expect(try await !session.userID.isNone)
        try await client.shutdown()
        await gateway.shutdown()
    }

    @Test func `a start without --wait gives up after three attempts with advice`() async throws {
        let folder = try TemporaryDirectory()
        let port = try await freePort()
        let (login, client) = try login(try gateway(port), port: port, waits: false, folder: folder.path)
        do {
            _ = try await login.session()
            Issue.record("there is a gateway")
        } catch ApplicationError.gatewayUnreachable(let reason) {
            #expect(
                reason == "http://127.0.0.1:\(port): the gateway cannot be reached: Connection refused (3 attempts); "
                    + "check bot.gateway and this machine's network, or start with --wait")
        }
        try await client.shutdown()
    }
}
