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

/// A test gateway with two clans, and applications that run side by side, each with its own data.
final class GatewayScenario: Sendable {
    static let lab: ClanID = 1_900_000_000_000_000_001
    static let annex: ClanID = 1_900_000_000_000_000_002
    static let general: ChannelID = 1_900_000_000_000_000_011
    static let modLog: ChannelID = 1_900_000_000_000_000_014
    static let hall: ChannelID = 1_900_000_000_000_000_041
    static let cellar: ChannelID = 1_900_000_000_000_000_042
    static let bot: UserID = 1_900_000_000_000_000_101
    static let secondApp: UserID = 1_900_000_000_000_000_102
    static let an: UserID = 1_900_000_000_000_000_202
    static let admin: RoleID = 1_900_000_000_000_000_021

    /// The lab, in which the second application is an administrator too, and the annex, which no application has joined yet.
    static var seed: GatewaySeed {
        var seed = GatewaySeed.lab
        for index in seed.clans[0].roles.indices where seed.clans[0].roles[index].id == admin {
            seed.clans[0].roles[index].members.append(secondApp)
        }
        for index in seed.clans[0].channels.indices where seed.clans[0].channels[index].id == modLog {
            seed.clans[0].channels[index].members?.append(secondApp)
        }
        let owner = seed.clans[0].owner
        seed.clans.append(
            GatewaySeed.Clan(
                id: annex, name: "Annex", owner: owner, members: [an, owner],
                channels: [
                    GatewaySeed.Channel(id: hall, label: "hall"),
                    GatewaySeed.Channel(id: cellar, label: "cellar", members: [bot, owner]),
                ],
                roles: [GatewaySeed.Role(id: 1_900_000_000_000_000_051, title: "guide", permissions: [], members: [an])]))
        return seed
    }

    let gateway: MezonTestGateway
    let base: String
    private let folder: TemporaryDirectory
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() async throws {
        gateway = try MezonTestGateway(
            configuration: GatewayConfiguration(seed: Self.seed), time: SystemTime(), logger: logger)
        base = try await gateway.start().baseURL
        folder = try TemporaryDirectory()
    }

    func dataFolder(of user: UserID) -> String { "\(folder.path)/\(user)/data" }

    /// An application: its account, its bots, and its configuration besides gateway, names and moderators.
    struct Instance: Sendable {
        var user = GatewayScenario.bot
        var bots: [any Bot.Type] = []
        var sections = ""
        /// Further keys of the section `bot`.
        var account = ""
    }

    /// Runs applications until the body returns. The body receives the events of the owner of both clans.
    func run(
        _ instances: [Instance], _ body: @escaping @Sendable (EventListener) async throws -> Void
    ) async throws {
        let owner = try #require(gateway.accounts.first { $0.name == "mod" })
        let user = ChatUser(
            endpoint: try #require(GatewayEndpoint(base)),
            credentials: Credentials(appID: "\(owner.appID)", token: owner.token), time: SystemTime(), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await user.run() } catch is CancellationError {} }
            while let event = await user.next() { if case .ready = event { break } }
            let (heard, hears) = AsyncStream<Event>.makeStream()
            group.addTask {
                while let event = await user.next() {
                    guard case .events(let arrivals) = event else { continue }
                    for arrival in arrivals { hears.yield(arrival.event) }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { applications in
                var running: [Application] = []
                for instance in instances {
                    let (ready, isReady) = AsyncStream<Void>.makeStream()
                    let application = try await application(instance) { isReady.finish() }
                    applications.addTask { try await application.run() }
                    for await _ in ready {}
                    running.append(application)
                }
                try await body(EventListener(heard: heard))
                for application in running { await application.shutDown() }
                try await applications.waitForAll()
            }
            group.cancelAll()
        }
        await gateway.shutdown()
    }

    private func application(_ instance: Instance, ready: @escaping @Sendable () -> Void) async throws -> Application {
        let account = try #require(gateway.accounts.first { $0.appID == instance.user })
        try FileManager.default.createDirectory(atPath: "\(folder.path)/\(instance.user)", withIntermediateDirectories: true)
        let config = "\(folder.path)/\(instance.user)/config.yaml"
        let text = """
            version: 1
            bot: { gateway: "\(base)", id: "${env:ID}", token: "${env:TOKEN}"\(instance.account) }
            names:
              clans: { annex: "\(Self.annex)" }
              channels: { general: "\(Self.general)", mod-log: "\(Self.modLog)", hall: "\(Self.hall)", cellar: "\(Self.cellar)" }
              roles: { admin: "\(Self.admin)" }
            moderation: { channel: mod-log, roles: [admin] }
            \(instance.sections)
            """
        try text.write(toFile: config, atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: BotRegistry(instance.bots),
            environment: ["ID": "\(account.appID)", "TOKEN": account.token.reveal()])
        return try await Application(
            try #require(compiled, "\(report.human())"), options: .init(dataFolder: dataFolder(of: instance.user)),
            time: SystemTime(), logger: logger
        ) { _ in ready() }
    }

    /// The events that the owner of both clans receives.
    struct EventListener: Sendable {
        let heard: AsyncStream<Event>

        func next<Told>(_ told: (Event) -> Told?) async throws -> Told {
            for await event in heard {
                if let found = told(event) { return found }
            }
            throw ApplicationError.gatewayUnreachable("it ended before that was heard")
        }

        /// Returns the next message of a user in a channel.
        func text(by user: UserID = GatewayScenario.bot, in channel: ChannelID) async throws -> String {
            try await next {
                guard case .message(let message) = $0, message.author.id == user, message.channel == channel else { return nil }
                return message.text
            }
        }
    }
}
