import ArgumentParser
import ChatModel
import Foundation
import Recurrence

/// Prints when schedules are due, for comparison with other libraries, and what the computation costs.
struct ScheduleOracle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedules",
        abstract: "Print or time schedule computations around clock changes.",
        discussion:
            "With --json, prints a line for each case; Tests/Interop/schedules.py compares them with croniter, APScheduler and dateutil."
    )

    @Flag(help: "Print the cases as JSON.")
    var json = false

    @Option(help: "Number of random RFC 5545 rules.")
    var rules = 500

    @Option(help: "Random seed of the rules.")
    var seed: UInt64 = 5

    func run() throws {
        var cases = ScheduleCases(seed: seed, rules: rules)
        guard json else { return try printCosts() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for made in cases.all() { print(String(decoding: try encoder.encode(made), as: UTF8.self)) }
    }

    private func printCosts() throws {
        print("time zone table     \(cost(times: 50) { ZoneRules(named: "Europe/Berlin")?.transitions.count ?? 0 })")
        guard let zone = ZoneRules(named: "Europe/Berlin"), let start = CivilTime(year: 2020, month: 1, day: 1) else { return }
        let schedules: [(String, Recurrence)] = [
            ("day at 09:00", try Recurrence(every: "day at 09:00")), ("36 hours", try Recurrence(every: "36 hours")),
            ("2nd tuesday", try Recurrence(every: "2nd tuesday at 14:00")),
            ("last weekday", try Recurrence(every: "last weekday at 17:00")),
            ("20 min 09-17", try Recurrence(every: "20 minutes between 09:00 and 17:00 on weekdays")),
            ("* * * * *", try Recurrence(cron: "* * * * *")), ("0 0 29 2 *", try Recurrence(cron: "0 0 29 2 *")),
            ("0 0 13 * fri", try Recurrence(cron: "0 0 13 * fri")),
        ]
        for (name, recurrence) in schedules {
            let schedule = Schedule(recurrence, in: zone, from: start)
            var moment = schedule.start
            let cost = cost(times: 2000) {
                moment = schedule.next(after: moment) ?? schedule.start
                return moment.hashValue
            }
            print("next  " + name.padding(toLength: 14, withPad: " ", startingAt: 0) + cost)
        }
        let never = Schedule(try Recurrence(rrule: "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=7"), in: zone, from: start)
        print("proved never due    \(cost(times: 3) { never.isEmpty ? 1 : 0 })")
        print("read cron           \(cost(times: 500) { (try? Recurrence(cron: "*/15 9-17 * * 1-5")) == nil ? 0 : 1 })")
        print("read a phrase       \(cost(times: 500) { (try? Recurrence(every: "2nd tuesday at 14:00")) == nil ? 0 : 1 })")
    }

    private func cost(times: Int, _ body: () -> Int) -> String {
        var sum = 0
        let duration = ContinuousClock().measure { for _ in 0..<times { sum &+= body() } }
        let microseconds = duration / .microseconds(times)
        return microseconds.formatted(.number.precision(.fractionLength(2))) + " µs" + (sum == 0 ? " " : "")
    }
}
