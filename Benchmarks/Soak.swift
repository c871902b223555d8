import ArgumentParser
import MezonBotCommands

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// Verifies the guarantees of the application with real processes and sockets, and prints the figures.
@main
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Verify the application's guarantees with soak tests and benchmarks.",
        discussion: """
            Everything runs on loopback: a gateway, a bot in its own process, and a test user. Build in release mode first:
            Scripts/build-release && .build/release/soak crash
            """,
        subcommands: [
            Crash.self, ShutdownSoak.self, DamageSoak.self, FileFaultSoak.self, Simulate.self,
            ClusterSoak.self, AccountSoak.self, PartitionSoak.self, ServerFaultSoak.self, PowerCut.self, Outage.self,
            Load.self,
            Counts.self, Ingest.self,
            ConnectionCycle.self,
            Reload.self,
            Matching.self, Errors.self,
            Escalation.self, ScheduleOracle.self, ScheduleYear.self, ReminderSoak.self, Isolation.self, ProgramIsolation.self,
            DialogueSoak.self,
            SpinningBot.self, ReplaySoak.self, BacktestSoak.self, ExplainSoak.self, WhyNotSoak.self,
            CaseTestSoak.self, RewindSoak.self, SuggestSoak.self,
            Tenants.self, HostileInput.self,
            RelaySoak.self, BridgeSoak.self, RelayThroughput.self, WebhookPeer.self, Growth.self,
            RequestSoak.self,
            ResidentGrowth.self,
        ])

    static func main() async {
        // The `run` command is that of `mezon-bot`, with the bots of the soak tests.
        if CommandLine.arguments.dropFirst().first == "run" { return await BotProgram.main(FaultyBots.registry) }
        ignoreBrokenPipes()
        Descendants.endWithThisProcess()
        setvbuf(stdout, nil, _IOLBF, 0)
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: error)
        }
    }
}
