import ArgumentParser
import Foundation

/// Simulates a year of schedules with crashes, clock jumps, pauses and reloads, and checks that every occurrence is reported once.
struct ScheduleYear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract:
            "A year of schedules with crashes, clock jumps, pauses and reloads; count what is lost, doubled, wrongly timed.",
        discussion: """
            The store, the timekeeper and the bot are those of a house; the clock is moved by hand. An oracle of its own goes through the \
            minutes of the year. A crash ends the house within this process: the log of its database is left as it is, or cut off in \
            the midst of what was written last. With --kills, a house in a process of its own is killed besides.
            """)

    @Option(help: "Schedules at the beginning; half as many are made in the course of the year.")
    var schedules = 1000
    @Option(help: "Crashes in the year.")
    var crashes = 1000
    @Option(help: "Where everything is drawn from.")
    var seed: UInt64 = 1
    @Option(help: "Times that a bot in a process of its own is killed with SIGKILL while its appointments come.")
    var kills = 0
    @Flag(help: "Print the figures as JSON.")
    var json = false

    func validate() throws {
        guard schedules > 2, crashes >= 0, kills >= 0 else { throw ValidationError("numbers are 0 or more, and --schedules 3") }
    }

    func run() async throws {
        var trial = try await ScheduleYearRun(schedules: schedules, crashes: crashes, seed: seed)
        let year = try await trial.run()
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
