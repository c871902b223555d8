import ArgumentParser
import BotTesting
import ChatModel

/// Turns random decisions around and verifies every answer.
struct WhyNotSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why-not",
        abstract: "Ask what would have turned random decisions around, and verify every answer.",
        discussion: """
            Each set of rules is random, with counters, cooldowns, variables, windows, roles, channels and rules that stop others. Each \
            answer has to turn the decision around and none of its parts may: both are decided on a state that is built anew each time. \
            With --strangers, only the time is measured, on a state that has entries of so many other users.
            """)

    @Option(help: "Sets of rules.")
    var sets = 100
    @Option(help: "Decisions that are asked about, per set.")
    var questions = 10
    @Option(help: "Messages before a decision, at most.")
    var messages = 30
    @Option(help: "Other users who have written before.")
    var strangers = 0
    @Option(help: "First random seed.")
    var seed: UInt64 = 1
    @Flag(help: "Print the figures as a JSON object.")
    var json = false

    private struct Figures: Encodable {
        let questions: Int
        let answered: Int
        let alternatives: Int
        let mistakes: [String]
        let medianMilliseconds: Double
        let p95Milliseconds: Double
    }

    func validate() throws {
        guard sets > 0, questions > 0, messages > 0, strangers >= 0 else {
            throw ValidationError("--sets, --questions and --messages must be at least 1, and --strangers at least 0")
        }
    }

    func run() async throws {
        let time = SystemTime()
        var sum = WhyNotSoakRun.Outcome()
        for number in 0..<sets {
            var soak = try WhyNotSoakRun(seed: seed &+ UInt64(number))
            sum += soak.run(messages: messages, questions: questions, strangers: strangers) { time.uptime }
        }
        let times = sum.times.map { $0 / .milliseconds(1) }.sorted()
        func quantile(_ share: Double) -> Double {
            times.isEmpty ? 0 : times[min(times.count - 1, Int(share * Double(times.count)))]
        }
        let figures = Figures(
            questions: sum.questions, answered: sum.answered, alternatives: sum.alternatives, mistakes: sum.mistakes,
            medianMilliseconds: quantile(0.5), p95Milliseconds: quantile(0.95))
        if json {
            print(try figures.json)
        } else {
            print(
                "questions \(figures.questions), answered \(figures.answered), answers \(figures.alternatives), "
                    + "wrong \(figures.mistakes.count), p50 \(figures.medianMilliseconds) ms, p95 \(figures.p95Milliseconds) ms")
            for mistake in figures.mistakes.prefix(20) { print(mistake) }
        }
        guard figures.mistakes.isEmpty else { throw ExitCode.failure }
    }
}
