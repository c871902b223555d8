import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Synchronization
import Testing

@testable import MezonBotApp

/// Tests the two sample rules about time over real sockets. The clock is moved while the application is stopped, and the
/// application starts a second before something is due.
@Suite(.timeLimit(.minutes(15)))
struct RulesOverWebSocketTests {
    private static let lab: ClanID = 1_900_000_000_000_000_001
    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let standup: ChannelID = 1_900_000_000_000_000_013
    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let an: UserID = 1_900_000_000_000_000_202
    private static let mod: UserID = 1_900_000_000_000_000_204
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func config(_ gateway: String) -> String {
        """
        version: 1
        bot: { gateway: "\(gateway)", prefix: "*", locale: vi, timezone: Asia/Ho_Chi_Minh }
        names:
          clans: { lab: "\(lab)" }
          channels: { standup: "\(standup)" }
        lists:
          vn-holidays: { days: ["2026-01-01"] }
        calendars:
          work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri], except: vn-holidays }
        rules:
          - id: seen
            trigger: message
            late: run   # What is sent while the bot connects is found in the channel's history.
            when: { text: { contains: seen } }
            then: { react: "👀" }
          - id: mention-unanswered
            mode: enforce
            trigger:
              unanswered:
                what: mention
                after: 25m
                clock: work
                resolved_by: [reply, reaction, message_in_channel]
                cancelled_by: [mention_edited_out, message_deleted, target_on_leave]
            in: { clans: [lab] }
            then:
              - dm: { to: "{{ target }}", text: "Hãy trả lời {{ author.name }} nhé!" }
              - wait: { for: 5m, clock: work, until: resolved }
              - if:
                  when: { var: { name: resolved, is: "false" } }
                  then: [{ send: { to: standup, text: "{{ target.name }} chưa trả lời" } }]
          - id: standup
            mode: enforce
            trigger: { schedule: { every: weekday at 09:00, except: vn-holidays, missed: { policy: fire_once, grace: 45m } } }
            then:
              - send: { to: standup, text: "Hôm nay bạn làm gì?" }
              - wait: { for: 90m }
              - send: { to: standup, text: "Bạn chưa báo cáo" }

        """
    }

    /// A clock that runs at the machine's pace from a given time.
    private final class MovedClock: TimeSource {
        private let system = SystemTime()
        private let origin = Mutex(Date(timeIntervalSince1970: 0))

        var uptime: Duration { system.uptime }
        var now: Date { origin.withLock { $0 }.addingTimeInterval(system.uptime / .seconds(1)) }
        func sleep(until uptime: Duration) async throws { try await system.sleep(until: uptime) }

        /// Moves the clock to a time of Wednesday, 7 January 2026, in the time zone of the rules.
        func move(to time: String) throws {
            let date = try Date("2026-01-07T\(time)+07:00", strategy: .iso8601)
            origin.withLock { $0 = date.addingTimeInterval(-(system.uptime / .seconds(1))) }
        }
    }

    private struct TestEnvironment: Sendable {
        let time: MovedClock
        let an: ChatUser
        let mod: ChatUser
        let general: Channel
        let heard: AsyncStream<Event>
        let start: @Sendable (@escaping @Sendable () -> Void) async throws -> Application

        /// Runs an application from a given time until the body returns.
        func live(from moment: String, _ body: @escaping @Sendable () async throws -> Void) async throws {
            try time.move(to: moment)
            let (ready, isReady) = AsyncStream<Void>.makeStream()
            let application = try await start { isReady.finish() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await application.run() }
                for await _ in ready {}
                do {
                    try await body()
                } catch {
                    await application.shutDown()
                    throw error
                }
                await application.shutDown()
                try await group.waitForAll()
            }
        }

        func expectMessage(_ text: String) async throws {
            let said = try await said()
            #expect(said.hasPrefix(text))  // A direct message ends with a footer.
        }

        func expectNoMessage() async throws {
            let said = try await saidSoFar()
            #expect(said == [])
        }

        /// Returns the bot's messages until it reacts to a marker message.
        private func saidSoFar() async throws -> [String] {
            let id = try await an.say("seen", in: general)
            var said: [String] = []
            for await event in heard {
                if case .reaction(let reaction) = event, reaction.message == id { return said }
                if let text = text(event) { said.append(text) }
            }
            throw ApplicationError.gatewayUnreachable("it ended before that was heard")
        }

        private func said() async throws -> String {
            for await event in heard { if let text = text(event) { return text } }
            throw ApplicationError.gatewayUnreachable("it ended before anything was said")
        }

        private func text(_ event: Event) -> String? {
            guard case .message(let message) = event, message.author.id == RulesOverWebSocketTests.bot else { return nil }
            return message.text
        }

        func ask() async throws -> MessageID {
            let draft = Draft("@mod xem giúp nhé", naming: [Author(id: RulesOverWebSocketTests.mod, username: "mod")])
            let id = try await an.carryOut(.send(draft, answering: nil, topic: 0), in: general)
            try await expectNoMessage()
            return id
        }
    }

    @Test func `an unanswered mention is reminded after 25 minutes and reported after 30, across restarts`() async throws {
        try await play { stage in
            try await stage.live(from: "10:00:00") { _ = try await stage.ask() }
            try await stage.live(from: "10:24:59") { try await stage.expectMessage("Hãy trả lời An nhé!") }
            try await stage.live(from: "10:29:59") { try await stage.expectMessage("Mod chưa trả lời") }
            try await stage.live(from: "10:40:00") { try await stage.expectNoMessage() }
        }
    }

    enum Answer: CaseIterable { case edit, delete, reaction, reply, message }

    @Test(arguments: Answer.allCases)
    func `an answered, edited or deleted mention sends no reminder`(answer: Answer) async throws {
        try await play { stage in
            try await stage.live(from: "10:00:00") {
                let id = try await stage.ask()
                let reference = Reference(message: id, sender: Self.an, senderName: "an")
                switch answer {
                case .edit: _ = try await stage.an.carryOut(.edit(id, Draft("thôi"), topic: 0), in: stage.general)
                case .delete: _ = try await stage.an.carryOut(.delete(id, topic: 0), in: stage.general)
                case .reaction: _ = try await stage.mod.carryOut(.react("👍", message: id, author: Self.an), in: stage.general)
                case .reply:
                    _ = try await stage.mod.carryOut(.send(Draft("đây"), answering: reference, topic: 0), in: stage.general)
                case .message: try await stage.mod.say("đây", in: stage.general)
                }
                try await stage.expectNoMessage()
            }
            try await stage.live(from: "10:25:10") { try await stage.expectNoMessage() }
            try await stage.live(from: "10:30:10") { try await stage.expectNoMessage() }
        }
    }

    @Test func `a daily stand-up is announced at nine and followed up ninety minutes later`() async throws {
        try await play { stage in
            try await stage.live(from: "08:50:00") { try await stage.expectNoMessage() }
            try await stage.live(from: "08:59:59") { try await stage.expectMessage("Hôm nay bạn làm gì?") }
            try await stage.live(from: "10:29:59") { try await stage.expectMessage("Bạn chưa báo cáo") }
            try await stage.live(from: "10:31:00") { try await stage.expectNoMessage() }
        }
    }

    private func play(_ body: @escaping @Sendable (TestEnvironment) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let time = MovedClock()
        try time.move(to: "08:00:00")
        let gateway = try MezonTestGateway(time: time, logger: Self.logger)
        let address = try await gateway.start()
        let endpoint = try #require(GatewayEndpoint(address.baseURL))
        try Self.config(address.baseURL).write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let account = try #require(gateway.accounts.first { $0.appID == Self.bot })
        let (compiled, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([]),
            environment: ["MEZON_BOT_ID": "\(account.appID)", "MEZON_BOT_TOKEN": account.token.reveal()])
        let checked = try #require(compiled, "\(report.human())")
        func person(_ name: String) throws -> ChatUser {
            let account = try #require(gateway.accounts.first { $0.name == name })
            return ChatUser(
                endpoint: endpoint, credentials: Credentials(appID: "\(account.appID)", token: account.token), time: time,
                logger: Self.logger)
        }
        let (an, mod) = (try person("an"), try person("mod"))
        try await withThrowingTaskGroup(of: Void.self) { group in
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
            let general = try #require(channels.first { $0.id == Self.general })
            try await body(
                TestEnvironment(time: time, an: an, mod: mod, general: general, heard: heard) { isReady in
                    try await Application(
                        checked, options: .init(dataFolder: folder.path + "/data"), time: time, logger: Self.logger
                    ) { _ in isReady() }
                })
            group.cancelAll()
        }
        await gateway.shutdown()
    }
}
