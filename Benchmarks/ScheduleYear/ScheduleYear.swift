import ArgumentParser
import Foundation

/// Simulates a year of schedules with crashes, clock jumps, pauses and reloads, and checks that every occurrence is reported once.
struct ScheduleYear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract:
            "Simulate a year of schedules with crashes and clock jumps.",
        discussion: """
            Store, scheduler and bot are the application's own; the clock is manual. An independent oracle computes every minute of the \
            year. A crash ends the application within this process: its database log is left as it is, or truncated within the last \
            write. With --kills, an application in a separate process is killed as well.
            """)

    @Option(help: "Number of initial schedules; half as many are added during the year.")
    var schedules = 1000
    @Option(help: "Number of crashes.")
    var crashes = 1000
    @Option(help: "Random seed.")
    var seed: UInt64 = 1
    @Option(help: "Number of times that a bot in a separate process is killed with SIGKILL.")
    var kills = 0
    @Flag(help: "Print the figures as JSON.")
    var json = false

    func validate() throws {
        guard schedules > 2, crashes >= 0, kills >= 0 else {
            throw ValidationError("--schedules must be at least 3, the other numbers at least 0")
        }
    }

    func run() async throws {
        var soak = try await ScheduleYearRun(schedules: schedules, crashes: crashes, seed: seed)
        let year = try await soak.run()
        print(json ? try year.json : year.text)
        var areKilledGood = true
        if kills > 0 {
            let killed = try await ScheduleCrashSoak(kills: kills, seed: seed).run()
            print(json ? try killed.json : killed.text)
            areKilledGood = killed.isGood
        }
        guard year.isGood, areKilledGood else { throw ExitCode.failure }
    }
}
