import BotKit
import BotTesting
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timeLimit(.minutes(15)))
struct NondeterminismDetectorTests {
    /// Calls the function that the message names.
    private struct Peeker: Bot {
        typealias Prepared = String
        static let manifest = Manifest("peeker", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("peek", "Looks at the clock") { (context, what: RemainingText) in
                [.reply(Draft(Self.look(what.text, context)))]
            }
        }

        func precheck(_ message: Message) -> Verdict {
            message.text.hasPrefix("precheck ") ? .skip("\(Date())") : .pass
        }

        func prepare(_ message: Message, _ context: Context) async throws -> String {
            message.text.hasPrefix("prepare ") ? "\(Date())" : message.text
        }

        func handle(_ message: Message, _ prepared: String, _ context: Context) async throws -> [Action] {
            if message.text.hasPrefix("wait ") {
                _ = try await context.member(message.author.id)
                return [.reply(Draft(Self.look(String(message.text.dropFirst(5)), context)))]
            }
            if message.text.hasPrefix("child ") {
                async let look = Self.look(String(message.text.dropFirst(6)), context)
                return [.reply(Draft(await look))]
            }
            return [.reply(Draft(Self.look(prepared, context)))]
        }

        func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
            if case .reaction = event { _ = Date() }
            return []
        }

        private static func look(_ what: String, _ context: Context) -> String {
            switch what {
            case "Date()": return "\(Date())"
            case "timeIntervalSinceNow": return "\(context.now.timeIntervalSinceNow)"
            case "ContinuousClock": return "\(ContinuousClock.now)"
            case "SystemTime": return "\(SystemTime().now)"
            case "clock()": return "\(clock())"
            case "time()": return "\(time(nil))"
            case "Int.random": return "\(Int.random(in: 1...6))"
            case "shuffled()": return "\([1, 2, 3].shuffled())"
            case "UUID()": return "\(UUID())"
            case "random()": return "\(random())"
            case "drand48()": return "\(drand48())"
            case "/dev/urandom": return "\(String(describing: FileHandle(forReadingAtPath: "/dev/urandom")))"
            case "its own":
                var random = context.random
                return
                    "\(context.now) \(context.id()) \(Int.random(in: 1...6, using: &random)) \([1, 2, 3].shuffled(using: &random))"
            case "a calendar":
                var calendar = Calendar(identifier: .gregorian)
                calendar.timeZone = TimeZone(identifier: "Asia/Ho_Chi_Minh") ?? .gmt
                let formatter = DateFormatter()
                formatter.dateFormat = "EEEE d MMMM yyyy"
                return "\(calendar.component(.weekday, from: context.now)) \(formatter.string(from: context.now))"
                    + context.now.formatted(.dateTime.year().month().day()) + context.now.formatted(.iso8601)
            default: return what
            }
        }
    }

    @Test(arguments: [
        ("Date()", "the wall clock"), ("timeIntervalSinceNow", "the wall clock"), ("time()", "the wall clock"),
        ("SystemTime", "the wall clock"), ("ContinuousClock", "the monotonic clock"),
        ("clock()", "the monotonic clock"), ("Int.random", "the system's random source"),
        ("shuffled()", "the system's random source"), ("UUID()", "the system's random source"),
        ("random()", "the system's random source"),
        ("drand48()", "the system's random source"), ("/dev/urandom", "the system's random source"),
        ("wait Date()", "the wall clock"), ("child Date()", "the wall clock"), ("precheck ", "the wall clock"),
        ("prepare ", "the wall clock"), ("*peek Date()", "the wall clock"), ("*peek UUID()", "the system's random source"),
    ])
    func `a bot that reads the system clock or randomness is reported`(text: String, what: String) async throws {
        let clan = try await TestClan(Peeker.self)
        let error = await #expect(throws: TestClanError.self) { try await clan.user("an").says(text) }
        guard case .nondeterministic("peeker", what, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The error is reported once.
        #expect(try await clan.user("an").says("hello") == [.reply("hello")])
    }

    @Test func `reading the system clock in onEvent is reported`() async throws {
        let clan = try await TestClan(Peeker.self)
        try await clan.user("an").says("hello")
        await #expect(throws: TestClanError.nondeterministic(bot: "peeker", what: "the wall clock", instead: "context.now")) {
            try await clan.user("binh").reacts("👍")
        }
    }

    @Test(arguments: ["its own", "a calendar", "wait its own", "child its own", "*peek its own", "hello"])
    func `context time and date formatting are not reported`(text: String) async throws {
        let clan = try await TestClan(Peeker.self)
        #expect(try await clan.user("an").says(text).count == 1)
    }

    @Test func `a fixture reports the line at which a bot reads the clock`() async throws {
        let fixture = try Fixture(
            text: """
                {"v":1,"kind":"clan","members":[{"id":"an"}]}
                {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"Date()"}
                """)
        let error = TestClanError.nondeterministic(bot: "peeker", what: "the wall clock", instead: "context.now")
        await #expect(throws: FixtureError.mistakes([.init(line: 2, message: "\(error)")])) {
            try await fixture.replay(Peeker.self)
        }
    }
}
