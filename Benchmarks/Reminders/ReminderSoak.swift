import ArgumentParser
import Foundation

/// Measures the cost of reminders while they are pending and when they become due.
struct ReminderSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminders",
        abstract: "Measure the cost of pending reminders.",
        discussion: """
            A bot in its own process starts with and without them. Then the scheduler runs with a manual clock, and its use of SQLite \
            is counted: statements, their instructions, and rows scanned without an index.
            """)

    @Option(help: "Number of pending reminders.")
    var count = 100_000
    @Option(help: "Number of starts; the best one counts.")
    var starts = 3
    @Flag(help: "Print the figures as JSON.")
    var json = false

    /// The limits for the cost of pending reminders.
    private static let maxReadySeconds = 0.5
    private static let maxPeakMiB = 8.0

    func validate() throws {
        guard count > 0, starts > 0 else { throw ValidationError("all numbers must be at least 1") }
    }

    private struct Figures: Encodable {
        var start: StartCosts
        var without: TickCosts
        var with: TickCosts

        /// A Boolean value that indicates whether a tick costs about the same with many pending reminders: a deeper index takes a few
        /// instructions, and another read connection a few statements once.
        var isGood: Bool {
            start.with.readySeconds - start.without.readySeconds < ReminderSoak.maxReadySeconds
                && start.with.peakMiB - start.without.peakMiB < ReminderSoak.maxPeakMiB
                && with.idleHour.statements < without.idleHour.statements * 1.5 && with.tick.statements <= without.tick.statements
                && with.idleHour.steps < without.idleHour.steps * 1.5 && with.tick.steps < without.tick.steps * 1.5
                && with.wakes == without.wakes && with.tick.scanned <= without.tick.scanned
                && with.idleHour.scanned <= without.idleHour.scanned
        }
    }

    func run() async throws {
        let start = try await StartCosts.measured(pending: count, starts: starts, idle: .seconds(2))
        StatementCount.begin()
        let figures = Figures(
            start: start, without: try await .measured(pending: 0), with: try await .measured(pending: count))
        print(json ? try figures.json : text(figures))
        guard figures.isGood else { throw ExitCode.failure }
    }

    private func text(_ figures: Figures) -> String {
        let (start, none, many) = (figures.start, figures.without, figures.with)
        func line(_ title: String, _ first: Double, _ second: Double) -> String {
            let figures = [first, second, first > 0 ? second / first : 0].map { Load.number($0).padded(to: 12) }
            return title.padding(toLength: 44, withPad: " ", startingAt: 0) + figures.joined() + "\n"
        }
        func lines(_ title: String, _ cost: (TickCosts) -> TickCosts.Cost) -> String {
            let (first, second) = (cost(none), cost(many))
            return line("\(title): processor, µs", first.processorMicroseconds, second.processorMicroseconds)
                + line("  statements", first.statements, second.statements)
                + line("  instructions of SQLite", first.steps, second.steps)
                + line("  rows scanned without an index", first.scanned, second.scanned)
        }
        return line("pending reminders", 0, Double(count))
            + line("ready after, s", start.without.readySeconds, start.with.readySeconds)
            + line("peak resident, MiB", start.without.peakMiB, start.with.peakMiB)
            + line("processor in an idle minute, ms", start.without.idleMilliseconds, start.with.idleMilliseconds)
            + line("wakes in an idle hour", Double(none.wakes), Double(many.wakes)) + lines("an idle hour") { $0.idleHour }
            + lines("a tick with one due") { $0.tick } + lines("a tick with a thousand due") { $0.thousand }
            + line("  as time passes, ms", none.thousandMilliseconds, many.thousandMilliseconds)
            + "created in \(Load.number(start.puttingSeconds)) s"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
