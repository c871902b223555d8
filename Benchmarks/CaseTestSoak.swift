import ArgumentParser
import BotTesting
import ChatModel

/// Undoes random cases and verifies the tests that are made of them.
struct CaseTestSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case-tests",
        abstract: "Undo random cases and verify the tests made of them.",
        discussion: """
            Each journal has random rules over counters, cooldowns, variables, windows, roles and channels, restarts, and users who gain \
            and lose roles. A test is good if it has at most six events, fails under the rules that decided, and passes under rules of \
            which the wrong one is removed, no longer enforced or narrower. Fails if fewer than the share are good.
            """)

    @Option(help: "Cases that are undone.")
    var cases = 200
    @Option(help: "Messages per journal.")
    var messages = 30
    @Option(help: "Share of good tests that is required.")
    var share = 0.95
    @Option(help: "First random seed.")
    var seed: UInt64 = 1
    @Flag(help: "Print the figures as a JSON object.")
    var json = false

    private struct Figures: Encodable {
        let cases: Int
        let good: Int
        let events: [Int: Int]
        let keptWords: Int
        let medianMilliseconds: Double
        let p95Milliseconds: Double
        let mistakes: [String]
    }

    func validate() throws {
        guard cases > 0, messages > 0, (0...1).contains(share) else {
            throw ValidationError("--cases and --messages must be at least 1, and --share between 0 and 1")
        }
    }

    func run() async throws {
        let time = SystemTime()
        var sum = CaseTestSoakRun.Outcome()
        var number: UInt64 = 0
        while sum.cases < cases {
            var soak = CaseTestSoakRun(seed: seed &+ number)
            sum += try await soak.run(messages: messages) { time.uptime }
            number += 1
            guard number < 100 * UInt64(cases) else { throw ValidationError("the journals have too few cases; raise --messages") }
        }
        let times = sum.times.map { $0 / .milliseconds(1) }.sorted()
        func quantile(_ share: Double) -> Double {
            times.isEmpty ? 0 : times[min(times.count - 1, Int(share * Double(times.count)))]
        }
        let figures = Figures(
            cases: sum.cases, good: sum.good, events: sum.events, keptWords: sum.keptWords, medianMilliseconds: quantile(0.5),
            p95Milliseconds: quantile(0.95), mistakes: sum.mistakes)
        if json {
            print(try figures.json)
        } else {
            let lengths = sum.events.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            print(
                "cases \(sum.cases), good tests \(sum.good), by events [\(lengths)], kept words \(sum.keptWords), "
                    + "p50 \(figures.medianMilliseconds) ms, p95 \(figures.p95Milliseconds) ms")
            for mistake in sum.mistakes.prefix(20) { print(mistake) }
        }
        guard Double(sum.good) >= share * Double(sum.cases) else { throw ExitCode.failure }
    }
}
