import BotKit
import BotTesting
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage
import Testing

@Suite(.timeLimit(.minutes(15)))
struct BacktesterTests {
    /// A decision with a different outcome in two applications.
    private struct Change: Hashable, Comparable {
        var sequence: Int64
        var author: String

        static func < (left: Change, right: Change) -> Bool {
            (left.sequence, left.author) < (right.sequence, right.author)
        }
    }

    /// Processes one entry after the other, so that rules count in the same order in both runs.
    private static let lived = Task {
        let plan = try RecordedRun.plan(RecordedRun.six)
        var run = try await RecordedRun(plan, seed: 3)
        try await run.play(400, batch: 1)
        return (plan, run.events, try await actions(run), try await run.reader(after: nil))
    }

    /// Returns the outcomes per entry and author of a run.
    private static func actions(_ run: RecordedRun) async throws -> [Change: [String]] {
        let lines = try await run.harness.store.reader.lines(after: 0, limit: 10_000)
        var actions: [Change: [String]] = [:]
        for line in lines {
            for step in line.trace?.steps ?? [] where step.what != Trace.miss {
                actions[Change(sequence: line.entry.sequence, author: step.who), default: []].append(step.what)
            }
            for delivery in line.deliveries {
                actions[Change(sequence: line.entry.sequence, author: delivery.author), default: []]
                    .append("\(delivery.ordinal) \(delivery.payload)")
            }
        }
        return actions
    }

    @Test(arguments: [
        ("{ starts_with: \"//\" }", "{ contains: \"in\" }"),
        ("Hôm nay bạn làm gì?", "Làm gì?"),
    ])
    func `a backtest lists exactly the decisions that the new rules change`(
        old: String, new: String
    ) async throws {
        let (plan, events, before, reader) = try await Self.lived.value
        let changed = try RecordedRun.plan(RecordedRun.six) { $0.replacing(old, with: new) }
        #expect(plan.rules.version != changed.rules.version)
        var second = try await RecordedRun(changed, seed: 3)
        try await second.process(all: events)
        let after = try await Self.actions(second)
        // A backtest evaluates rules only; whether a rule is hidden from help is not a decision of its own.
        let expected = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] && $0.author.hasPrefix("rule:") }
        let report = try await Backtester(
            reader, today: try await reader.directoryLookup(), from: plan.rules, to: changed.rules
        ).run()
        #expect(!expected.isEmpty)
        #expect(report.changed == Set(expected.map(\.sequence)).count)
        let counts = Dictionary(grouping: expected, by: \.author).mapValues(\.count)
        #expect(Dictionary(uniqueKeysWithValues: report.rules.map { ($0.author, $0.count) }) == counts)
        for rule in report.rules {
            let mine = expected.filter { $0.author == rule.author }.sorted()
            #expect(rule.newlyHit.count == mine.filter { before[$0] == nil }.count)
            #expect(rule.noLongerHit.count == mine.filter { after[$0] == nil }.count)
            let shown = [rule.newlyHit, rule.noLongerHit, rule.otherAction].flatMap(\.examples)
            #expect(shown.allSatisfy { example in mine.contains { $0.sequence == example.subject.sequence } })
            #expect(shown.count <= 15)
        }
    }

    /// Compiles rules that count the messages of single channels.
    ///
    /// - Parameters:
    ///   - most: The number of messages above which one of them acts.
    ///   - isNaive: A Boolean value that indicates whether a further rule, which never acts, has all messages counted.
    private static func windows(_ most: Int, isNaive: Bool) throws -> RuleSet {
        var rules = [
            "  - { id: crowd, trigger: message, in: { channels: [one] }, when: { flood: { count: \"> \(most)\", within: 1h, per: channel } }, then: { react: \"👀\" } }",
            "  - { id: copy, trigger: message, in: { channels: [two] }, when: { duplicate: { count: \">= 2\", within: 1h } }, then: { react: \"👍\" } }",
        ]
        if isNaive {
            rules.append(
                "  - { id: never, trigger: message, when: { any: [{ flood: { count: \"> 100000\", within: 1h, per: channel } }, { duplicate: { count: \"> 100000\", within: 1h } }] }, then: { react: \"👎\" } }"
            )
        }
        let names = RecordedRun.channels.prefix(2).map { "\"\($0.id)\"" }
        let text = """
            version: 1
            names: { channels: { one: \(names[0]), two: \(names[1]) } }
            rules:
            \(rules.joined(separator: "\n"))

            """
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        return try #require(plan, "\(report)").rules
    }

    @Test func `a backtest counts in single channels as if every window counted every message`() async throws {
        let (_, _, _, reader) = try await Self.lived.value
        let today = try await reader.directoryLookup()
        func backtest(isNaive: Bool) async throws -> BacktestReport {
            let rules = (try Self.windows(3, isNaive: isNaive), try Self.windows(1, isNaive: isNaive))
            return try await Backtester(reader, today: today, from: rules.0, to: rules.1).run()
        }
        let report = try await backtest(isNaive: false)
        let naive = try await backtest(isNaive: true)
        #expect(report.rules.map(\.author) == ["rule:crowd"])
        #expect(report.rules == naive.rules)
        #expect(report.changed == naive.changed && report.entries == naive.entries)
    }

    @Test func `a backtest of the same rules reports no difference`() async throws {
        let (plan, _, _, reader) = try await Self.lived.value
        let report = try await Backtester(
            reader, today: try await reader.directoryLookup(), from: plan.rules, to: plan.rules
        ).run()
        #expect(report.changed == 0 && report.rules == [])
        #expect(report.human(in: .gmt).contains("make the same decisions on"))
    }

    @Test func `a backtest that begins later or ends earlier compares fewer entries`() async throws {
        let (plan, _, _, reader) = try await Self.lived.value
        let changed = try RecordedRun.plan(RecordedRun.six) {
            $0.replacing("{ starts_with: \"//\" }", with: "{ contains: \"in\" }")
        }
        let today = try await reader.directoryLookup()
        func backtest(after start: Int64, until end: Int64) async throws -> BacktestReport {
            try await Backtester(reader, today: today, from: plan.rules, to: changed.rules, start: .entry(start)).run {
                $0 <= end
            }
        }
        let last = try await reader.lastSequence()
        let whole = try await backtest(after: 0, until: last)
        let middle = last / 2
        let (first, second) = (try await backtest(after: 0, until: middle), try await backtest(after: middle, until: last))
        #expect(whole.stoppedAt == nil && second.stoppedAt == nil)
        #expect(try #require(first.stoppedAt) > middle)
        #expect(first.entries > 0 && first.entries < whole.entries)
        #expect(second.entries > 0 && second.entries < whole.entries)
        let examples = second.rules.flatMap { $0.newlyHit.examples + $0.noLongerHit.examples + $0.otherAction.examples }
        #expect(examples.allSatisfy { $0.subject.sequence > middle })
    }

    @Test func `a cancelled backtest ends`() async throws {
        let (plan, _, _, reader) = try await Self.lived.value
        let today = try await reader.directoryLookup()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Backtester(reader, today: today, from: plan.rules, to: plan.rules).run()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
