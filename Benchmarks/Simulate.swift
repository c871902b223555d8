import ArgumentParser
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Synchronization

/// Runs the bot under faults that seeds determine, and compares the outcome with that of a run without faults.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run the bot under random faults, reproducibly, and look for anything lost, doubled or out of order.",
        discussion: """
            Each seed draws what users write, and faults between it: lost messages and acknowledgements, a server that is not available, \
            connections that are lost or half-open, pushes that arrive late or twice, restarts, kills before a commit, before a send and \
            between a send and its acknowledgement, and a clock that jumps by hours. The outcome has to be that of the same run without \
            faults. A seed that fails is shrunk to the steps that matter. The exit code is 1 if one fails.
            """)

    @Option(help: "Number of seeds.")
    var seeds = 1000
    @Option(help: "The only seed to run.")
    var seed: UInt64?
    @Option(help: "The first seed.")
    var from: UInt64 = 1
    @Option(help: "Number of steps drawn for a seed.")
    var length = 40
    @Option(help: "Longest time to shrink the seeds that fail, in seconds.")
    var shrink = 60
    @Flag(help: "Print what happens, with the seed named by --seed.")
    var trace = false
    @Flag(help: "Print the result as JSON.")
    var json = false

    private struct Report: Encodable {
        struct Failure: Encodable {
            var seed: UInt64
            var violations: [String]
            var steps: [String]
        }

        var seeds: Int
        var seconds: Double
        var failures: [Failure]
    }

    func validate() throws {
        guard seeds > 0, length > 0, shrink >= 0 else {
            throw ValidationError("--seeds and --length must be at least 1, and --shrink not negative")
        }
        if trace, seed == nil { throw ValidationError("--trace needs --seed") }
    }

    func run() async throws {
        IndependentTrials.keepFilesInMemory()
        let simulation = try Simulation()
        let time = SystemTime()
        let start = time.uptime
        let numbers = seed.map { [$0] } ?? (0..<UInt64(seeds)).map { from + $0 }
        if trace, let seed {
            for line in try await simulation.run(SimulationPlan(seed: seed, length: length)).trace { print(line) }
        }
        let failures = try await failures(of: numbers, simulation)
        let seconds = (time.uptime - start) / .seconds(1)
        var reported: [Report.Failure] = []
        let end = time.uptime + .seconds(shrink)
        for failure in failures {
            let shrunk = try await simulation.shrunk(failure) { time.uptime >= end }
            reported.append(
                Report.Failure(
                    seed: failure.plan.seed, violations: shrunk.violations, steps: shrunk.plan.steps.map { "\($0)" }))
        }
        let report = Report(seeds: numbers.count, seconds: seconds, failures: reported)
        if json { print(try report.json) } else { printText(report) }
        guard failures.isEmpty else { throw ExitCode.failure }
    }

    /// The seeds that are left, and those that failed.
    private final class Progress: Sendable {
        private static let maxFailures = 10
        private let state: Mutex<(left: ArraySlice<UInt64>, failures: [Simulation.Failure])>

        init(_ seeds: [UInt64]) { state = Mutex((seeds[...], [])) }

        var failures: [Simulation.Failure] { state.withLock { $0.failures }.sorted { $0.plan.seed < $1.plan.seed } }

        func next() -> UInt64? {
            state.withLock { $0.failures.count < Self.maxFailures ? $0.left.popFirst() : nil }
        }

        func add(_ failure: Simulation.Failure) { state.withLock { $0.failures.append(failure) } }
    }

    /// Runs the seeds, twice as many at once as there are cores, because each waits for its commits. Gives up after ten that fail.
    private func failures(of seeds: [UInt64], _ simulation: Simulation) async throws -> [Simulation.Failure] {
        let progress = Progress(seeds)
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                group.addTask { [length] in
                    while let seed = progress.next() {
                        let plan = SimulationPlan(seed: seed, length: length)
                        if let failure = try await simulation.failure(of: plan) { progress.add(failure) }
                    }
                }
            }
        }
        return progress.failures
    }

    private func printText(_ report: Report) {
        for failure in report.failures {
            print("seed \(failure.seed), shrunk to \(failure.steps.count) steps:")
            for step in failure.steps { print("  \(step)") }
            for violation in failure.violations.prefix(10) { print("  -> \(violation)") }
        }
        print("seeds \(report.seeds) in \(report.seconds.short) s, failed \(report.failures.count)")
    }
}
