import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// Tests the six sample rules over real sockets with a test gateway, from the view of a moderator and a member.
@Suite(.timeLimit(.minutes(15)))
struct SampleRulesEndToEndTests {
    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let support: ChannelID = 1_900_000_000_000_000_012
    private static let devRelay: ChannelID = 1_900_000_000_000_000_013
    private static let modLog: ChannelID = 1_900_000_000_000_000_014
    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let mod: UserID = 1_900_000_000_000_000_204
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A clock that runs at the machine's pace from a Wednesday night on, outside working hours.
    private struct NightClock: TimeSource {
        private let system = SystemTime()
        private let start = Date(timeIntervalSince1970: 1_767_801_600)  // 23:00 in Ho Chi Minh City.
        private let began: Duration

        init() { began = system.uptime }
        var uptime: Duration { system.uptime }
        var now: Date { start.addingTimeInterval((system.uptime - began) / .seconds(1)) }
        func sleep(until uptime: Duration) async throws { try await system.sleep(until: uptime) }
    }

    private struct Stage: Sendable {
        let gateway: MezonTestGateway
        let an: ChatUser
        let channels: [Channel]
        /// The events that the moderator receives.
        let heard: AsyncStream<Event>

        func channel(_ id: ChannelID) throws -> Channel { try #require(channels.first { $0.id == id }) }

        /// Waits for the bot's next message in a channel and returns it.
        func said(in channel: ChannelID) async throws -> Message {
            try await next { event in
                guard case .message(let message) = event, message.author.id == SampleRulesEndToEndTests.bot,
                    message.channel == channel
                else { return nil }
                return message
            }
        }

        func next<Told>(_ told: (Event) -> Told?) async throws -> Told {
            for await event in heard { if let found = told(event) { return found } }
            throw ApplicationError.gatewayUnreachable("it ended before that was heard")
        }
    }

    @Test func `the inline tests of the sample rules pass`() throws {
        let (compiled, report) = CompiledConfiguration.check(try Self.file(), registry: BotRegistry([]), environment: [:])
        #expect(report.diagnostics == [])
        #expect(try #require(compiled).failedTests() == [])
        #expect(compiled?.testCount == 11)
    }

    @Test func `a scam link is deleted, its author warned and muted, and moderators alerted`() async throws {
        try await play { stage in
            let id = try await stage.gateway.say("nhận quà tại https://bit.ly/abc", as: "guest", in: Self.general)
            let (deleted, banned, alert) = try await (
                stage.next { if case .delete(let removal) = $0 { removal.message } else { nil } },
                stage.next { if case .banChanged(let change) = $0 { change } else { nil } }, stage.said(in: Self.modLog)
            )
            #expect(deleted == id)
            #expect(banned.channel == Self.general && !banned.isLifted)
            #expect(alert.text.contains("Known scam domains") && alert.text.contains("explain \(id)"))
            #expect(alert.mentions.count == 1)
        }
    }

    @Test func `a flood is deleted and its author muted`() async throws {
        try await play { stage in
            for number in 1...7 { try await stage.gateway.say("hi \(number)", as: "binh", in: Self.general) }
            var deleted = 0
            while deleted < 7 {
                deleted += try await stage.next { if case .delete = $0 { 1 } else { nil } }
            }
            let banned = try await stage.next { if case .banChanged(let change) = $0 { change } else { nil } }
            #expect(banned.channel == Self.general && !banned.isLifted)
            await #expect(throws: GatewayError.self) { try await stage.gateway.say("more", as: "binh", in: Self.general) }
        }
    }

    @Test func `a mentioned user gets a direct message`() async throws {
        try await play { stage in
            let draft = Draft(Content("@Mod ơi"), mentions: [Mention(user: Self.mod, username: "mod", range: TextRange(0, 4))])
            _ = try await stage.an.carryOut(.send(draft, answering: nil, topic: 0), in: stage.channel(Self.general))
            let message = try await stage.next { event in
                if case .message(let message) = event, message.mode == .direct { message } else { nil }
            }
            #expect(message.text.hasPrefix("Hãy trả lời An tại #general nhé!"))
        }
    }

    @Test func `support messages are relayed to developers, and a stand-up is announced`() async throws {
        try await play { stage in
            try await stage.gateway.say("// bỏ qua", as: "an", in: Self.support)
            try await stage.gateway.say("máy in hỏng", as: "an", in: Self.support)
            #expect(try await stage.said(in: Self.devRelay).text == "An · support: máy in hỏng")
            try await stage.gateway.say("*standup", as: "an", in: Self.support)
            #expect(try await stage.said(in: Self.general).text == "Chào buổi sáng! Hôm nay bạn làm gì?")
        }
    }

    @Test func `an executable at night is deleted after a moderator's decision`() async throws {
        try await play { stage in
            let file = Attachment(
                filename: "game.exe", url: "https://cdn.mezon.ai/game.exe", mediaType: "application/x-msdownload")
            let id = try await stage.an.carryOut(
                .send(Draft(Content("cài đi"), attachments: [file]), answering: nil, topic: 0), in: stage.channel(Self.general))
            let question = try await stage.said(in: Self.modLog)
            #expect(question.text.contains("gửi game.exe lúc 23:0"))
            let reject = try #require(Self.buttons(of: question).first { $0.hasSuffix("reject") })
            try await stage.gateway.click(reject, of: question.id, in: Self.modLog, as: "mod")
            #expect(try await stage.next { if case .delete(let removal) = $0 { removal.message } else { nil } } == id)
        }
    }

    private static func buttons(of message: Message) -> [String] {
        (message.content.extras["components"]?.array ?? []).flatMap { row in
            (row.object?["components"]?.array ?? []).compactMap { $0.object?["id"]?.string }
        }
    }

    private static func file() throws -> String {
        try #require(Bundle.module.url(forResource: "SixRules", withExtension: nil)).appending(path: "config.yaml").path
    }

    private func play(_ body: @escaping @Sendable (Stage) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let time = NightClock()
        let gateway = try MezonTestGateway(time: time, logger: Self.logger)
        let address = try await gateway.start()
        let endpoint = try #require(GatewayEndpoint(address.baseURL))
        let account = try #require(gateway.accounts.first { $0.appID == Self.bot })
        for name in ["config.yaml", "rules.yaml"] {
            let source = URL(fileURLWithPath: try Self.file()).deletingLastPathComponent().appending(path: name)
            var text = try String(contentsOf: source, encoding: .utf8)
            if name == "config.yaml" {
                text.replace("bot: { prefix", with: "bot: { gateway: \"\(address.baseURL)\", prefix")
            }
            try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        }
        let (compiled, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([]),
            environment: ["MEZON_BOT_ID": "\(account.appID)", "MEZON_BOT_TOKEN": account.token.reveal()])
        let (ready, isReady) = AsyncStream<Void>.makeStream()
        let application = try await Application(
            try #require(compiled, "\(report.human())"), options: .init(dataFolder: folder.path + "/data"), time: time,
            logger: Self.logger
        ) { _ in isReady.finish() }
        func person(_ name: String) throws -> ChatUser {
            let account = try #require(gateway.accounts.first { $0.name == name })
            return ChatUser(
                endpoint: endpoint, credentials: Credentials(appID: "\(account.appID)", token: account.token), time: time,
                logger: Self.logger)
        }
        let (an, mod) = (try person("an"), try person("mod"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await _ in ready {}
            for someone in [an, mod] {
                group.addTask { do { try await someone.run() } catch is CancellationError {} }
            }
            var channels: [Channel] = []
            while let event = await an.next() {
                if case .ready(let snapshot) = event {
                    channels = snapshot.channels
                    break
                }
            }
            while let event = await mod.next() { if case .ready = event { break } }
            let (heard, hears) = AsyncStream<Event>.makeStream()
            group.addTask {
                while let event = await mod.next() {
                    guard case .events(let arrivals) = event else { continue }
                    for arrival in arrivals { hears.yield(arrival.event) }
                }
            }
            try await body(Stage(gateway: gateway, an: an, channels: channels, heard: heard))
            await application.shutDown()
            try await group.next()
            group.cancelAll()
        }
        await gateway.shutdown()
    }
}
