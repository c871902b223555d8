import ArgumentParser
import BotTesting
import ChatModel

/// Rewinds rules of random histories and compares the state with that of clans without the rule.
struct RewindSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind",
        abstract: "Rewind rules of random histories and verify the state.",
        discussion: """
            Each history has random rules over counters, cooldowns, variables, ladders, waits, signals, levels, reactions and roles, and \
            restarts. One rule is rewound from a random time on; a second clan lives through the same events and loses the rule by a \
            reload at that time. State and jobs have to be equal, and the journal has to replay exactly. A third of the rewinds is \
            interrupted by the end of the process and has to change nothing; during another third, events arrive.
            """)

    @Option(help: "Histories.")
    var histories = 1000
    @Option(help: "Messages per history.")
    var messages = 24
    @Option(help: "First random seed.")
    var seed: UInt64 = 1
    @Flag(help: "Print the figures as a JSON object.")
    var json = false

    private struct Figures: Encodable {
        let histories: Int
        let exact: Int
        let changed: Int
        let stateEntries: Int
        let jobs: Int
        let measures: Int
        let removals: Int
        let interrupted: Int
        let disturbed: Int
        let refused: Int
        let mistakes: [String]
    }

    func validate() throws {
        guard histories > 0, messages > 0 else { throw ValidationError("--histories and --messages must be at least 1") }
    }

    func run() async throws {
        IndependentTrials.keepFilesInMemory()
        var sum = RewindSoakRun.Outcome()
        for outcome in try await IndependentTrials.results(
            of: Array(0..<UInt64(histories)),
            trial: { number in
                var soak = RewindSoakRun(seed: seed &+ number)
                return try await soak.run(events: messages)
            })
        {
            sum += outcome
        }
        if json {
            print(
                try Figures(
                    histories: sum.histories, exact: sum.exact, changed: sum.changed, stateEntries: sum.stateEntries,
                    jobs: sum.jobs,
                    measures: sum.measures, removals: sum.removals, interrupted: sum.interrupted, disturbed: sum.disturbed,
                    refused: sum.refused, mistakes: sum.mistakes
                ).json)
        } else {
            print(
                "histories \(sum.histories), exact \(sum.exact), with changes \(sum.changed), entries of the state \(sum.stateEntries), "
                    + "jobs \(sum.jobs), measures \(sum.measures), messages and reactions \(sum.removals), interrupted "
                    + "\(sum.interrupted), with events meanwhile \(sum.disturbed), of which refused \(sum.refused)")
            for mistake in sum.mistakes.prefix(20) { print(mistake) }
        }
        guard sum.exact == sum.histories, sum.changed > 0 else { throw ExitCode.failure }
    }
}
