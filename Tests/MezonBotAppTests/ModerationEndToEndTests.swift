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

/// Tests moderation with a whole application and a test gateway, from the action to the server and back.
@Suite(.timeLimit(.minutes(15)))
struct ModerationEndToEndTests {
    /// Applies to each author the action that they write.
    private struct Warden: Bot {
        static let manifest = Manifest("warden", needs: [.send, .moderate, .roles, .directMessage, .ephemeral, .pin, .react])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            let (user, channel) = (message.author.id, message.channel)
            return switch message.text {
            case "mute me": [.member(.mute(user, in: channel, until: context.now.addingTimeInterval(600), reason: "asked"))]
            case "forgive an": [.member(.unmute(ModerationEndToEndTests.an, in: channel))]
            case "kick me": [.member(.kick(user, of: message.clan, reason: "asked"))]
            case "member me": [.member(.addRole(1_900_000_000_000_000_023, to: user, of: message.clan))]
            case "admin me": [.member(.addRole(1_900_000_000_000_000_021, to: user, of: message.clan))]
            case "write to me": [.directMessage("hello", to: user)]
            case "whisper to me": [.ephemeral("psst", to: user)]
            case "pin me": [.pin]
            default: []
            }
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            guard case .system(.failed(let failure)) = event else { return [] }
            return [.send(Draft("\(failure.action): \(failure.reason)"), to: ModerationEndToEndTests.general)]
        }
    }

    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let lab: ClanID = 1_900_000_000_000_000_001
    private static let an: UserID = 1_900_000_000_000_000_202
    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private struct Scenario {
        let gateway: MezonTestGateway
        /// The events that An receives.
        let heard: AsyncStream<Event>
        let folder: String

        /// Returns the next event that the closure accepts.
        func next<Told>(_ told: (Event) -> Told?) async throws -> Told {
            for await event in heard {
                if let found = told(event) { return found }
            }
            throw ApplicationError.gatewayUnreachable("it ended before that was heard")
        }
    }

    private func play(_ body: @escaping @Sendable (Scenario) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let gateway = try MezonTestGateway(time: SystemTime(), logger: Self.logger)
        let address = try await gateway.start()
        let account = try #require(gateway.accounts.first { $0.appID == Self.bot })
        let config = """
            version: 1
            bot: { gateway: "\(address.baseURL)", id: "${env:ID}", token: "${env:TOKEN}" }
            bots: { warden: { enabled_in: all, grants: [moderate, roles] } }
            """
        try config.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([Warden.self]),
            environment: ["ID": "\(account.appID)", "TOKEN": account.token.reveal()])
        let (ready, isReady) = AsyncStream<Void>.makeStream()
        let application = try await Application(
            try #require(compiled, "\(report)"), options: .init(dataFolder: folder.path + "/data"), time: SystemTime(),
            logger: Self.logger
        ) { _ in isReady.finish() }
        let an = try #require(gateway.accounts.first { $0.appID == Self.an })
        let user = ChatUser(
            endpoint: try #require(GatewayEndpoint(address.baseURL)),
            credentials: Credentials(appID: "\(an.appID)", token: an.token), time: SystemTime(), logger: Self.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await _ in ready {}
            group.addTask { do { try await user.run() } catch is CancellationError {} }
            while let event = await user.next() { if case .ready = event { break } }
            let (heard, hears) = AsyncStream<Event>.makeStream()
            group.addTask {
                while let event = await user.next() {
                    guard case .events(let arrivals) = event else { continue }
                    for arrival in arrivals { hears.yield(arrival.event) }
                }
            }
            try await body(Scenario(gateway: gateway, heard: heard, folder: folder.path))
            await application.shutDown()
            try await group.next()
            group.cancelAll()
        }
        await gateway.shutdown()
    }

    private func ofBot(_ event: Event) -> Message? {
        switch event {
        case .message(let message), .systemMessage(let message): message.author.id == Self.bot ? message : nil
        default: nil
        }
    }

    @Test func `a mute prevents writing until it is lifted`() async throws {
        try await play { scenario in
            try await scenario.gateway.say("mute me", as: "an", in: Self.general)
            let ban = try await scenario.next { if case .banChanged(let change) = $0 { change } else { nil } }
            #expect((ban.users, ban.channel, ban.by, ban.isLifted) == ([Self.an], Self.general, Self.bot, false))
            #expect((Duration.seconds(590)...(.seconds(601))).contains(ban.duration ?? .zero))
            await #expect(throws: GatewayError.refused("channel permission denied")) {
                try await scenario.gateway.say("still here", as: "an", in: Self.general)
            }
            try await scenario.gateway.say("forgive an", as: "mod", in: Self.general)
            let isLifted = try await scenario.next { if case .banChanged(let change) = $0 { change.isLifted } else { nil } }
            #expect(isLifted)
            try await scenario.gateway.say("back again", as: "an", in: Self.general)
        }
    }

    @Test func `a role is added, and a kicked user receives the event`() async throws {
        try await play { scenario in
            try await scenario.gateway.say("member me", as: "guest", in: Self.general)
            let change = try await scenario.next { if case .rolesChanged(let change) = $0 { change } else { nil } }
            #expect(change == RoleChange(clan: Self.lab, role: 1_900_000_000_000_000_023, added: [1_900_000_000_000_000_201]))
            try await scenario.gateway.say("kick me", as: "an", in: Self.general)
            let left = try await scenario.next { if case .memberLeft(let membership) = $0 { membership } else { nil } }
            #expect(left == Membership(clan: Self.lab, users: [Self.an]))
        }
    }

    @Test func `two direct messages to a user use the same channel`() async throws {
        try await play { scenario in
            var places: Set<ChannelID> = []
            for _ in 0..<2 {
                try await scenario.gateway.say("write to me", as: "an", in: Self.general)
                let message = try await scenario.next(ofBot)
                #expect((message.text, message.mode, message.clan) == ("hello", .direct, 0))
                places.insert(message.channel)
            }
            #expect(places.count == 1)
        }
    }

    @Test func `an ephemeral message is received only by its user and not stored`() async throws {
        try await play { scenario in
            try await scenario.gateway.say("whisper to me", as: "mod", in: Self.general)
            try await scenario.gateway.say("whisper to me", as: "an", in: Self.general)
            let ephemeral = try await scenario.next(ofBot)
            #expect((ephemeral.text, ephemeral.code) == ("psst", .ephemeral))
            try await scenario.gateway.say("write to me", as: "an", in: Self.general)
            #expect(try await scenario.next(ofBot).text == "hello")
            let kept = try await scenario.gateway.messages(in: Self.general).map(\.text)
            #expect(!kept.contains("psst"))
        }
    }

    @Test func `pin pins the message`() async throws {
        try await play { scenario in
            let id = try await scenario.gateway.say("pin me", as: "mod", in: Self.general)
            _ = try await scenario.next { if case .unknown(field: 34) = $0 { true } else { nil } }
            try await scenario.gateway.say("write to me", as: "an", in: Self.general)
            _ = try await scenario.next(ofBot)
            let lines = try await JournalReader(folder: scenario.folder + "/data").lines(after: 0, limit: 100)
            let pin = lines.first { $0.entry.message == id }
            #expect(pin?.deliveries.map(\.status) == [.sent])
        }
    }

    @Test func `a refused action is reported to the bot`() async throws {
        try await play { scenario in
            try await scenario.gateway.say("admin me", as: "guest", in: Self.general)
            #expect(
                try await scenario.next(ofBot).text == "add_role: the bot may not change member roles (permission denied)")
            try await scenario.gateway.changeSwitches { $0.moderationForApps = false }
            try await scenario.gateway.say("mute me", as: "guest", in: Self.general)
            #expect(try await scenario.next(ofBot).text == "mute: the bot may not mute in #general (permission denied)")
            try await scenario.gateway.changeSwitches { $0.directForApps = false }
            try await scenario.gateway.say("write to me", as: "guest", in: Self.general)
            #expect(
                try await scenario.next(ofBot).text == "dm: the bot may not send this user a direct message (permission denied)")
        }
    }

    /// Each call of a direct message and of a mute loses its response once.
    @Test(arguments: ["CreateChannelDesc", "channel_join", "channel_message_send", "BanClanUsers"])
    func `a lost response delays a delivery without failing it`(call: String) async throws {
        try await play { scenario in
            try await scenario.gateway.add(Fault(.close, on: call, account: "mezon-bot", nth: 1))
            try await scenario.gateway.say("write to me", as: "an", in: Self.general)
            #expect(try await scenario.next(ofBot).text == "hello")
            try await scenario.gateway.say("mute me", as: "an", in: Self.general)
            let banned = try await scenario.next { if case .banChanged(let change) = $0 { change.users } else { nil } }
            #expect(banned == [Self.an])
            let lines = try await JournalReader(folder: scenario.folder + "/data").lines(after: 0, limit: 100)
            let ended = lines.flatMap(\.deliveries).filter { $0.status == .failed || $0.status == .dead }
            #expect(ended == [])
        }
    }
}
