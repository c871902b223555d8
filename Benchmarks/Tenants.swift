import ArgumentParser
import MezonTesting

/// Performs random actions of members, moderators and attackers in several clans under one bot, and counts leaks between clans.
struct Tenants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants",
        abstract: "Act at random in several clans under one bot; count messages that cross a border.",
        discussion:
            "Private channels and threads, links between the clans and to IRC, rules with and without a scope, restarts and kills."
    )

    @Option(help: "Acts in all.")
    var acts = 10_000
    @Option(help: "Clans.")
    var clans = 3
    @Option(help: "Channels and threads of each clan.")
    var channels = 50
    @Option(help: "Where the acts come from.")
    var seed: UInt64 = 1

    func validate() throws {
        guard acts > 0, (2...6).contains(clans), channels >= 20 else {
            throw ValidationError("two to six clans of 20 channels or more")
        }
    }

    func run() async throws {
        var trial = TenantTrial(seed: seed, acts: acts)
        (trial.clans, trial.channels) = (clans, channels)
        let outcome = try await trial.run()
        let kinds = outcome.acts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("clans \(clans) of \(channels) channels, acts \(acts): \(kinds)")
        print(
            "words looked at \(outcome.seen), shown elsewhere \(outcome.shownElsewhere), "
                + "visible to somebody who cannot read their source \(outcome.leaks.count)")
        for leak in outcome.leaks.prefix(10) { print("  \(leak)") }
        for (kind, problems) in outcome.problems.sorted(by: { $0.key < $1.key }) {
            print("\(kind): wrong \(problems.count)")
            for problem in problems.prefix(10) { print("  \(problem)") }
        }
        guard outcome.isGood else { throw ExitCode.failure }
    }
}
