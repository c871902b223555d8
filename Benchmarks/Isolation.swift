import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Checks that bots which spin, sleep, throw or trap do not delay others for long, and are identified.
struct Isolation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run faulty bots beside one that answers.",
        discussion: """
            Latencies are measured once the application has detected the faulty bots: until then, a waiting bot blocks its channel \
            for the ten seconds that a bot may take. A spinning bot occupies a processor as any process does, so one is compared. \
            Heartbeats, ten per second here, are counted from the start.
            """)

    @Option(help: "Number of channels with all bots.")
    var channels = 10
    @Option(help: "Questions at 200 per second, for the latency.")
    var questions = 2000
    @Option(help: "Number of messages that each trap a bot, one after the other.")
    var traps = 2

    func run() async throws {
        let calm = try await latency(beside: [])
        print("alone                           \(calm.text)")
        let spinner = try ChildProcess("soak", ["spin"], log: "/dev/null")
        defer { spinner.kill() }
        let busy = try await latency(beside: [])
        spinner.kill()
        print("beside a spinning process       \(busy.text)")
        let rough = try await latency(beside: ["spinning", "sleeping", "throwing"])
        print("beside three faulty bots        \(rough.text)")
        print(
            "the last two, ratio             p50 \(Load.number(rough.p50 / busy.p50)), p99 \(Load.number(rough.p99 / busy.p99))")
        var blamed = 0
        for _ in 0..<traps { blamed += try await trap() ? 1 : 0 }
        print("traps attributed to bot and message: \(blamed) of \(traps)")
        guard blamed == traps, calm.answered == questions, busy.answered == questions, rough.answered == questions else {
            throw ExitCode.failure
        }
    }

    private struct Latency {
        var p50 = 0.0
        var p99 = 0.0
        var answered = 0
        var heartbeats: StatusReport.Heartbeats?

        var text: String {
            let beats = heartbeats.map { "\($0.count) heartbeats, at most \(Load.number($0.latestMilliseconds)) ms late" }
            return "p50 \(Load.number(p50)) ms, p99 \(Load.number(p99)) ms; \(beats ?? "no heartbeats counted")"
        }
    }

    private func plugins(_ names: [String]) -> String {
        let places = (0..<channels).map { "c\($0)" }.joined(separator: ", ")
        return "bots: { \((names + ["steady"]).map { "\($0): { enabled_in: [\(places)], late: run }" }.joined(separator: ", ")) }"
    }

    private func latency(beside rogues: [String]) async throws -> Latency {
        let stage = try await SoakEnvironment(channels: channels, rules: "[]", sections: plugins(rogues))
        defer { stage.tearDown() }
        let asker = try stage.asker()
        let time = SystemTime()
        let bot = try await stage.startBot(program: "soak", flags: ["--heartbeat-milliseconds", "100"])
        defer { bot.kill() }  // A spinning bot prevents an orderly shutdown.
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            let listener = ReplyListener(time: time)
            group.addTask { await listener.listen(to: asker) }
            group.addTask { try await listener.giveUp(after: .seconds(60)) }
            // These messages let the application detect the faulty bots.
            for number in 0..<(channels * 4) {
                let question = try await asker.say("question \(number)", in: stage.channels[number % channels])
                if number >= channels * 3 { _ = await listener.answer(to: question) }
            }
            let times = try await listener.times(of: questions, asking: asker, in: stage.channels)
            let heartbeats = try AdminClient(folder: stage.dataFolder).ask(.health).health?.heartbeats
            group.cancelAll()
            guard !times.isEmpty else { return Latency(heartbeats: heartbeats) }
            return Latency(
                p50: times[times.count / 2], p99: times[times.count * 99 / 100], answered: times.count, heartbeats: heartbeats)
        }
    }

    /// Sends a message that traps a bot, while the application is restarted after each crash, and checks which bot is suspended.
    private func trap() async throws -> Bool {
        let stage = try await SoakEnvironment(channels: channels, rules: "[]", sections: plugins(["trapping"]))
        defer { stage.tearDown() }
        let asker = try stage.asker()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }
            let bot = try await stage.startBot(program: "soak", flags: ["--restart"])
            let time = SystemTime()
            let began = time.uptime
            let poison = try await asker.say("trap me", in: stage.channels[0])
            for number in 0..<channels { try await asker.say("question \(number)", in: stage.channels[number]) }
            let reader = try stage.reader()
            let limit = time.uptime + .seconds(60)
            // The entry gets its turn in the process in which the bot is suspended.
            while time.uptime < limit, try await reader.lines(about: poison).first?.trace == nil {
                try await time.sleep(for: .milliseconds(5))
            }
            let back = time.uptime - began
            while time.uptime < limit, try await NumberedQuestions.outcome(in: stage.channels, seenBy: asker).lost > 0 {
                try await time.sleep(for: .milliseconds(50))
            }
            let outcome = try await NumberedQuestions.outcome(in: stage.channels, seenBy: asker)
            let falls = try stage.botLog().count { $0.contains("Process crashed") }
            let letters = try await reader.deadLetters(all: true)
            let lines = try await reader.lines(about: poison)
            bot.end()
            group.cancelAll()
            print(
                """
                trapped: the process crashed \(falls) times and restarted after \(Load.number(back / .seconds(1) / 3)) s, \
                \(outcome.lost) lost, \(outcome.doubled) duplicates, dead letters: \
                \(letters.map { "\($0.author) at #\($0.sequence), \($0.tries) tries" }.joined(separator: "; "))
                """)
            return falls == 3 && outcome.isGood && letters.map(\.author) == ["bot:trapping"]
                && letters.map(\.sequence) == lines.map(\.entry.sequence)
        }
    }
}
