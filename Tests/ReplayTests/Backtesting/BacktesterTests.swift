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
        ("count: \"> 6\", within: 8s", "count: \"> 4\", within: 8s"), ("{ starts_with: \"//\" }", "{ contains: \"in\" }"),
        ("Hôm nay bạn làm gì?", "Làm gì?"),
        ("links: { domain_in: scam-domains }", "links: { domain_in: scam-domains, count: 2 }"),
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

    @Test func `a backtest of the same rules reports no difference`() async throws {
        let (plan, _, _, reader) = try await Self.lived.value
        let report = try await Backtester(
            reader, today: try await reader.directoryLookup(), from: plan.rules, to: plan.rules
        ).run()
        #expect(report.changed == 0 && report.rules == [])
        #expect(report.human(in: .gmt).contains("make the same decisions on"))
    }
}
