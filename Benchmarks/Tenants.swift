import ArgumentParser
import MezonTesting

/// Lets members, moderators and attackers of several clans act at random under one bot; counts what crosses a border.
struct Tenants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants",
        abstract: "Act at random in several clans under one bot; count messages that cross a border.",
        discussion:
            "Private channels and threads, links between the clans and to IRC, rules with and without a scope, commands and buttons of moderators, limits, restarts and kills."
    )

    @Option(help: "Acts in all.")
    var acts = 10_000
    @Option(help: "Clans.")
    var clans = 3
    @Option(help: "Channels and threads of each clan.")
    var channels = 50
    @Option(help: "Where the acts come from.")
    var seed: UInt64 = 1

    @Option(help: "A real IRC server for the links, ngircd or inspircd (default: one in this process).")
    var server: IRCServerProcess.Kind?

    func validate() throws {
        if let server, IRCServerProcess.path(of: server) == nil { throw ValidationError("\(server.rawValue) is not installed") }
        guard acts > 0, (2...6).contains(clans), channels >= 20 else {
            throw ValidationError("two to six clans of 20 channels or more")
        }
    }

    func run() async throws {
        var trial = TenantTrial(seed: seed, acts: acts)
        (trial.clans, trial.channels, trial.server) = (clans, channels, server)
        let outcome = try await trial.run()
        let kinds = outcome.acts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("clans \(clans) of \(channels) channels, acts \(acts): \(kinds)")
        print(
            "words looked at \(outcome.seen), shown elsewhere \(outcome.shownElsewhere), "
                + "visible to somebody who cannot read their source \(outcome.leaks.count)")
        if let heard = outcome.heard { print("lines heard on IRC \(heard)") }
        let tally = outcome.tally
        print(
            "moderators' commands answered \(tally.answered), not answered \(tally.ignored); presses \(tally.presses), settled \(tally.settled); "
                + "cases \(tally.cases), taken back \(tally.undone); counted towards a limit \(tally.counted)")
        for leak in outcome.leaks.prefix(10) { print("  \(leak)") }
        for (kind, problems) in outcome.problems.sorted(by: { $0.key < $1.key }) {
            print("\(kind): wrong \(problems.count)")
            for problem in problems.prefix(10) { print("  \(problem)") }
        }
        guard outcome.isGood else { throw ExitCode.failure }
    }
}
