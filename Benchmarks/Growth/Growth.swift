import ArgumentParser
import ChatModel
import Foundation
import Synchronization

/// Measures start, memory and the cost of a message as data accumulates.
struct Growth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure start time, memory and CPU time per message as data accumulates.",
        discussion: """
            Each series starts a bot in its own process with ever more of one kind of data, and lets it answer questions of the load \
            gateway, with 64 of them open; in the series state, one line in twenty is a question. While the bot is stopped, the data is \
            written through its own stores, so that the rows equal those that it writes itself.

            The exit code is 1 if the CPU time per message at the last size of a series exceeds that at the first by more than \
            --limit, if a start takes longer than --start-limit, if the bot uses more than 150 MiB when it is ready, or if a question \
            is not answered. The default sizes take some minutes. Ten million journal entries need about 6 GB in the folder for \
            temporary files (TMPDIR) and several minutes to be written. Linux only.
            """)

    enum Series: String, CaseIterable, ExpressibleByArgument { case channels, rules, journal, state, backlog }

    @Option(parsing: .upToNextOption, help: "Series to measure.")
    var series = Series.allCases
    @Option(parsing: .upToNextOption, help: "Numbers of channels.")
    var channels = [1, 1000, 10_000]
    @Option(
        parsing: .upToNextOption,
        help: "Numbers of rules that do not match, besides the one that answers; at most 5000.")
    var rules = [0, 1000, 5000]
    @Option(
        parsing: .upToNextOption,
        help: "Numbers of journal entries, half of them answered questions, half answers.")
    var journal = [0, 1_000_000]
    @Option(parsing: .upToNextOption, help: "Numbers of stored counters, one for each person.")
    var state = [0, 1_000_000]
    @Option(help: "Number of questions that wait at the start, in 1000 channels.")
    var backlog = 200_000
    @Option(help: "Messages for each round.")
    var messages = 20_000
    @Option(help: "Rounds for each size; the one with the least CPU time counts.")
    var rounds = 3
    @Option(help: "Starts for each size; the fastest counts.")
    var starts = 3
    @Option(help: "Maximum CPU time per message at the last size, divided by that at the first.")
    var limit = 1.3
    @Option(help: "Maximum duration of a start, in milliseconds.")
    var startLimit = 1000
    @Flag(help: "Print the figures as JSON.")
    var json = false

    /// The people whose messages are counted: their entries are more than the rules keep in memory. One message in `share` is a question,
    /// because the limit on answers counts them by person.
    private static let (people, share) = (60_000, 20)
    private static let counter = "messages"
    private static let countingRule = """
        - id: count
          trigger: message
          limits: { per_minute: 1000000, per_day: 10000000 }
          late: run
          then: [{ counter: { add: { name: \(counter), scope: user, by: 1 } } }]
        """

    func validate() throws {
        guard !channels.isEmpty, !rules.isEmpty, !journal.isEmpty, !state.isEmpty else {
            throw ValidationError("a list needs at least one size")
        }
        guard channels.allSatisfy((1...10_000).contains), rules.allSatisfy((0...5000).contains) else {
            throw ValidationError("--channels must be from 1 to 10000, and --rules at most 5000")
        }
        guard (journal + state).allSatisfy({ $0 >= 0 }) else { throw ValidationError("sizes must not be negative") }
        guard backlog >= 1000, messages > 0, rounds > 0, starts > 0 else {
            throw ValidationError("--backlog must be at least 1000, and the other numbers at least 1")
        }
    }

    private var extent: GrowthStage.Extent { GrowthStage.Extent(messages: messages, rounds: rounds, starts: starts) }

    private struct Figures: Encodable {
        var series: [GrowthSeries] = []
        var backlog: BacklogFigures?
        /// The limits that are exceeded.
        var problems: [String] = []
    }

    func run() async throws {
        let limits = GrowthSeries.Limits(cpuRatio: limit, startMilliseconds: Double(startLimit))
        var figures = Figures()
        for kind in Series.allCases where series.contains(kind) {
            if kind == .backlog {
                let drained = try await drainedBacklog()
                if !json { print(drained.text) }
                figures.backlog = drained
                figures.problems += drained.problems(limits)
            } else {
                let measured = try await measured(kind)
                figures.series.append(measured)
                figures.problems += measured.problems(limits)
            }
        }
        if json { print(try figures.json) } else { for problem in figures.problems { print(problem) } }
        guard figures.problems.isEmpty else { throw ExitCode.failure }
    }

    private func measured(_ kind: Series) async throws -> GrowthSeries {
        var measured = GrowthSeries(name: kind.rawValue)
        func add(_ row: GrowthFigures) {
            measured.rows.append(row)
            if !json { print(row.line()) }
        }
        if !json { print(GrowthFigures.header(kind.rawValue)) }
        switch kind {
        case .channels: for size in channels.sorted() { add(try await figures(channels: size)) }
        case .rules: for size in rules.sorted() { add(try await figures(rules: size)) }
        case .journal: try await addJournal(to: add)
        case .state: try await addState(to: add)
        case .backlog: break
        }
        if !json, let ratio = measured.ratio { print(ratio.line("last / first") + "\n") }
        return measured
    }

    private func figures(channels: Int) async throws -> GrowthFigures {
        let stage = try GrowthStage(channels: channels)
        defer { stage.tearDown() }
        try await stage.createData()
        return try await stage.figures(channels, extent)
    }

    private func figures(rules: Int) async throws -> GrowthFigures {
        // Without commas, because the limit on the size of a configuration counts each as two nodes.
        let others = (0..<rules).map { number in
            """
            - id: r\(number)
              trigger: message
              when: { text: { contains: word\(number) } }
              then: { reply: "\(number)" }
            """
        }
        let stage = try GrowthStage(channels: 20, rules: ([NumberedQuestions.rule] + others).joined(separator: "\n"))
        defer { stage.tearDown() }
        try await stage.createData()
        return try await stage.figures(rules, extent)
    }

    private func addJournal(to add: (GrowthFigures) -> Void) async throws {
        let stage = try GrowthStage(channels: 20)
        defer { stage.tearDown() }
        try await stage.createData()
        let sizes = journal.sorted()
        let start = Date() - Double(sizes.last ?? 0) / 2 * StoppedBot.interval
        try await stage.forEach(sizes) { before, size in
            try await stage.fill(from: start) { try await $0.add(answered: before / 2..<size / 2) }
        } measure: { size in
            add(try await stage.figures(size, extent))
        }
    }

    private func addState(to add: (GrowthFigures) -> Void) async throws {
        let stage = try GrowthStage(channels: 20, rules: NumberedQuestions.rule + "\n" + Self.countingRule)
        defer { stage.tearDown() }
        try await stage.createData()
        let sizes = state.sorted()
        let start = Date() - Double(sizes.last ?? 0) * StoppedBot.interval
        let asker = Mutex((next: 0, step: 1))
        // People ask one after another, so that the entry of each is the one that was used least recently.
        let proxy = try AskerProxy(to: stage.gateway.port) {
            asker.withLock { asker in
                asker.next = (asker.next + 1) % Self.people
                return asker.next * asker.step
            }
        }
        try stage.environment.connect(through: proxy)
        try await stage.forEach(sizes) { before, size in
            let step = max(1, size / Self.people)
            asker.withLock { $0 = (next: 0, step: step) }
            try await stage.fill(from: start) { bot in
                try await bot.add(counters: Self.counter, of: before..<size)
                try await bot.note(people: (0..<Self.people).lazy.map { $0 * step })
            }
        } measure: { size in
            add(try await stage.figures(size, extent, warmUp: Self.people, share: Self.share))
        }
    }

    private func drainedBacklog() async throws -> BacklogFigures {
        let stage = try GrowthStage(channels: 1000)
        defer { stage.tearDown() }
        try await stage.createData()
        let start = Date() - Double(backlog) * StoppedBot.interval
        let last = Mutex<Int64>(0)
        try await stage.fill(from: start) { bot in
            let sequence = try await bot.add(waiting: 0..<backlog)
            last.withLock { $0 = sequence }
        }
        return try await stage.drained(backlog, after: last.withLock { $0 })
    }
}
