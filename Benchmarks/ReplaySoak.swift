import ArgumentParser
import BotKit
import BotTesting
import Bots
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// Runs a day of mixed traffic with restarts, crashes and reloads, and replays it: no decision may differ.
struct ReplaySoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a day of mixed traffic and count differences.",
        discussion:
            "Uses every command of every bot. Then measures a replay and backtests of messages by two hundred rules on one core."
    )

    @Option(help: "Number of events.")
    var events = 10_000
    @Option(help: "Number of restarts; every second one interrupts decisions.")
    var restarts = 10
    @Option(help: "Messages for the speed test; memory is printed at each power of ten.")
    var messages = 100_000
    @Option(help: "Messages of a year, of whose last day a backtest is measured.")
    var year = 0
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    private static let clan: ClanID = 1_900_000_000_000_000_001
    private static let me: UserID = 1_900_000_000_000_000_101
    private static let channels = (11...14).map {
        Channel(id: ChannelID(1_900_000_000_000_000_000 + $0), clan: clan, label: "c\($0)")
    }
    private static let placeCount = 50  // Channels that rules name: four have messages.
    private static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.

    func validate() throws {
        guard events > 0, restarts >= 0, messages >= 0, year >= 0 else {
            throw ValidationError("--events must be at least 1, the other numbers at least 0")
        }
    }

    func run() async throws {
        let harness = try await live()
        let reader = try harness.store.reader
        var found: [ReplayDifference] = []
        let summary = try await Replayer(
            reader, today: try await reader.directoryLookup(), botFactory: registry.botFactory()
        ).run { found.append($0) }
        let kinds = Dictionary(grouping: found, by: \.kind.rawValue).mapValues(\.count)
        print(
            "events \(events), starts \(summary.starts), decisions \(summary.decisions), differences \(found.count) \(kinds.isEmpty ? "" : "\(kinds)")"
        )
        print(
            "bots \(registry.names.count): replayed \(summary.bots?.played ?? 0) times, failed originally \(summary.bots?.failedOriginally ?? 0), "
                + "refused originally \(summary.bots?.withheldOriginally ?? 0)")
        for difference in found.prefix(10) { print(difference.line(in: .gmt)) }
        if messages > 0 { try await measure() }
        if year > 0 { try await measureYear() }
        guard found.isEmpty, summary.isExact else { throw ExitCode.failure }
    }

    /// The sample configuration and that of the six design rules, as in the repository, with all bots enabled.
    private func plans() throws -> [CompiledConfiguration] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try ["config.yaml", "Tests/MezonBotAppTests/SixRules/config.yaml"].map { name in
            try SampleConfiguration.withEveryBot(of: registry, root.appending(path: name))
        }
    }

    private func live() async throws -> RuleTestHarness {
        let plans = try plans()
        let harness = try await RuleTestHarness(
            plans[0], as: Self.me, clan: Self.clan, channels: Self.channels,
            members: TrafficGenerator.people.map { Member(clan: Self.clan, user: $0.id, joinedAt: Self.start - 864_000) })
        var traffic = TrafficGenerator(
            seed: seed, clan: Self.clan, channels: Self.channels, roles: [1_900_000_000_000_000_021, 1_900_000_000_000_000_023],
            from: Self.start)
        traffic.offers = plans[0].helpEntries
        var random = SplitMix64(seed: seed)
        let batch = 50
        let batches = max(1, events / batch)
        for number in 0..<batches {
            try await harness.store.journal.append((0..<batch).map { _ in traffic.next() })
            let now = traffic.now.timeIntervalSince(harness.testStore.time.now)
            if now > 0 { harness.testStore.time.advance(by: .seconds(now)) }
            traffic.questions = try await harness.store.reader.ruleState(ofKind: "question").map(\.key.name)
            traffic.buttons = try await harness.buttons()
            let turn = restarts > 0 ? batches / (restarts + 1) : 0
            guard turn > 0, number > 0, number.isMultiple(of: turn) else {
                try await harness.work()
                continue
            }
            if (number / turn).isMultiple(of: 2) {
                let places = Self.channels.map(\.id) + [0]
                let ends = Dictionary(uniqueKeysWithValues: places.map { ($0, Int.random(in: 0...14, using: &random)) })
                try await harness.work { ends[$0] ?? 0 }
            } else {
                try await harness.work()
                try await harness.reload(plans[number / turn / 2 % 2])
            }
            try await harness.restart()
        }
        try await harness.work()
        return harness
    }

    /// Compiles two hundred rules.
    ///
    /// - Parameter rule: The keys of a rule, by its number.
    private func plan(_ rule: (Int) -> String) throws -> CompiledConfiguration {
        let channels = (0..<Self.placeCount).map { "c\($0): \"\(Self.channels[0].id.rawValue + Int64($0))\"" }
        let rules = (0..<200).map { "  - { id: r\($0), trigger: message, \(rule($0)) }" }
        let text = """
            version: 1
            names: { channels: { \(channels.joined(separator: ", ")) } }
            rules:
            \(rules.joined(separator: "\n"))

            """
        guard
            let plan = CompiledConfiguration.check(texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
                .compiled
        else {
            throw ValidationError("the benchmark's rules have errors")
        }
        return plan
    }

    /// A rule that one message in two thousand matches.
    private static func word(_ number: Int) -> String {
        "when: { text: { any_word: [word\(number)a, word\(number)b] } }, then: { reply: \"\(number)\" }"
    }

    /// A rule that counts the messages of one channel in a window of its own.
    private static func window(_ number: Int) -> String {
        "in: { channels: [c\(number % placeCount)] }, "
            + "when: { flood: { count: \"> 100000\", within: \(10 + number)s } }, then: { reply: x }"
    }

    /// The messages in a second of processor time.
    private func rate(since began: Duration) -> Int { Int(Double(messages) / ((ProcessTime.now - began) / .seconds(1))) }

    private func backtest(_ name: String, _ reader: JournalReader, from old: RuleSet, to new: RuleSet) async throws {
        let today = try await reader.directoryLookup()
        var rates: [Int] = []
        var reports: [BacktestReport] = []
        for isSliced in [true, false] {
            let began = ProcessTime.now
            reports.append(try await Backtester(reader, today: today, from: old, to: new, isSliced: isSliced).run())
            rates.append(rate(since: began))
        }
        print(
            "backtest by 200 rules, \(name): \(rates[0]) messages/s per core, \(rates[1]) with everything decided twice, "
                + "changed \(reports[0].changed) of \(reports[0].entries)")
        guard reports[0] == reports[1] else { throw ExitCode.failure }
    }

    /// Lets users write messages, of which every tenth matches a rule.
    ///
    /// - Parameter interval: The seconds between two messages.
    private func speak(_ messages: Int, every interval: Double, in harness: RuleTestHarness) async throws {
        var random = SplitMix64(seed: seed)
        var ids = SnowflakeSequence(node: 3)
        for start in stride(from: 0, to: messages, by: 2000) {
            let events = (start..<min(start + 2000, messages)).map { number -> NewEntry in
                let at = Self.start + Double(number) * interval
                let text =
                    "message \(number) of somebody who talks about word\(Int.random(in: 0..<2000, using: &random))a and other things"
                return .make(
                    .make(text: text, in: Self.channels[number % 4].id, id: MessageID(ids.next(at: at)), clan: Self.clan, at: at))
            }
            let passed = (events.last?.receivedAt ?? Self.start).timeIntervalSince(harness.testStore.time.now)
            if passed > 0 { harness.testStore.time.advance(by: .seconds(passed)) }
            try await harness.store.journal.append(events)
            try await harness.work(committingEach: 256)
        }
    }

    /// Measures a backtest of the last day of a year from its checkpoint.
    private func measureYear() async throws {
        let plan = try plan(Self.word)
        let changed = try self.plan { $0 == 0 ? Self.word($0).replacing("reply: \"0\"", with: "reply: zero") : Self.word($0) }
        let harness = try await RuleTestHarness(plan, as: Self.me, clan: Self.clan, channels: Self.channels)
        try await speak(year, every: 365 * 86_400 / Double(year), in: harness)
        let reader = try harness.store.reader
        let since = harness.testStore.time.now - 86_400
        var seconds: [Double] = []
        var reports: [BacktestReport] = []
        for start in [try await BacktestStart.latest(before: since, in: reader), .beginning] {
            let time = SystemTime()
            let began = time.uptime
            reports.append(
                try await Backtester(
                    reader, today: try await reader.directoryLookup(), from: plan.rules, to: changed.rules,
                    span: ReplayRange(since: since), start: start
                ).run())
            seconds.append((time.uptime - began) / .seconds(1))
        }
        print(
            "backtest of the last day of a year of \(year) messages: \(seconds[0].short) s from its checkpoint, \(seconds[1].short) s from "
                + "the beginning; \(reports[0].entries) entries, changed \(reports[0].changed) and \(reports[1].changed)")
        guard reports[0].checkpoint != nil, reports[0].entries == reports[1].entries, seconds[0] <= Self.maxDaySeconds else {
            throw ExitCode.failure
        }
    }

    private static let maxDaySeconds = 5.0

    /// Measures the speed of a replay and of backtests with two hundred rules, of which every tenth message matches one.
    private func measure() async throws {
        let plan = try plan(Self.word)
        let harness = try await RuleTestHarness(plan, as: Self.me, clan: Self.clan, channels: Self.channels)
        try await speak(messages, every: 1, in: harness)
        let reader = try harness.store.reader
        let before = ResidentMemory.kibibytes(.now)
        ResidentMemory.resetPeak()
        let began = ProcessTime.now
        var lines: [String] = []
        var next: Int64 = 1000
        let summary = try await Replayer(reader, today: .unknown).run(progress: { place in
            guard place >= next else { return }
            next *= 10
            let (now, peak) = (ResidentMemory.kibibytes(.now) / 1024, ResidentMemory.kibibytes(.peak) / 1024)
            lines.append("\(place): \(now) (peak \(peak))")
        }) { _ in }
        print(
            "replay of \(summary.decisions) decisions by 200 rules: \(rate(since: began)) messages/s per core, "
                + "differences \(summary.differenceCount)")
        print(
            "resident MiB: before \(before / 1024), at " + lines.joined(separator: ", ")
                + ", peak \(ResidentMemory.kibibytes(.peak) / 1024)")
        let changed = try self.plan { $0 == 0 ? Self.word($0).replacing("reply: \"0\"", with: "reply: zero") : Self.word($0) }
        try await backtest("each with words", reader, from: plan.rules, to: changed.rules)
        let windows = try self.plan(Self.window)
        let window = try self.plan { $0 == 0 ? Self.window($0).replacing("100000", with: "10") : Self.window($0) }
        try await backtest(
            "each with a window in one of \(Self.placeCount) channels", reader, from: windows.rules, to: window.rules)
    }
}
