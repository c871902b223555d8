import ArgumentParser
import BotTesting

/// Performs random scenarios of members, moderators and attackers in several clans under one bot, and counts leaks between clans.
struct Tenants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants",
        abstract: "Count leaks between clans under random scenarios.",
        discussion:
            "Includes private channels and threads, links between clans and to IRC, rules with and without scope, commands and buttons of moderators, limits, restarts and kills."
    )

    @Option(help: "Number of scenarios.")
    var scenarios = 10_000
    @Option(help: "Number of clans.")
    var clans = 3
    @Option(help: "Channels and threads per clan.")
    var channels = 50
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    @Option(help: "A real IRC server for the links, ngircd or inspircd (default: one in this process).")
    var server: IRCServerProcess.Kind?

    func validate() throws {
        if let server, IRCServerProcess.path(of: server) == nil { throw ValidationError("\(server.rawValue) is not installed") }
        guard scenarios > 0, (2...6).contains(clans), channels >= 20 else {
            throw ValidationError("--scenarios must be at least 1, --clans 2 to 6, and --channels at least 20")
        }
    }

    func run() async throws {
        var soak = TenantSoakRun(seed: seed, scenarios: scenarios)
        (soak.clans, soak.channels, soak.server) = (clans, channels, server)
        let outcome = try await soak.run()
        let kinds = outcome.scenarios.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("clans \(clans) of \(channels) channels, scenarios \(scenarios): \(kinds)")
        print(
            "texts checked \(outcome.seen), shown elsewhere \(outcome.shownElsewhere), "
                + "visible to users without access to the source \(outcome.leaks.count)")
        if let heard = outcome.heard { print("lines heard on IRC \(heard)") }
        let tally = outcome.tally
        print(
            "moderators' commands answered \(tally.answered), not answered \(tally.ignored); presses \(tally.presses), settled \(tally.settled); "
                + "cases \(tally.cases), taken back \(tally.undone); counted towards a limit \(tally.counted)")
        for leak in outcome.leaks.prefix(10) { print("  \(leak)") }
        for (kind, problems) in outcome.problems.sorted(by: { $0.key < $1.key }) {
            print("\(kind): \(problems.count) deviations")
            for problem in problems.prefix(10) { print("  \(problem)") }
        }
        guard outcome.isGood else { throw ExitCode.failure }
    }
}
