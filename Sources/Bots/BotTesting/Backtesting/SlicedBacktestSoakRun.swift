import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// A randomized test of backtests that decide once what is the same by both sets of rules: they have to equal backtests that decide
/// everything twice.
package struct SlicedBacktestSoakRun {
    package struct Outcome: Sendable {
        package var edits = 0
        /// The number of edits whose backtests equal each other in every difference and every number.
        package var equal = 0
        /// The number of edits after which some rules were decided once.
        package var sliced = 0
        package var differences = 0
        package var consequences = 0
        package var prevented = 0
        package var mistakes: [String] = []

        package init() {}

        package static func += (sum: inout Outcome, other: Outcome) {
            sum.edits += other.edits
            sum.equal += other.equal
            sum.sliced += other.sliced
            sum.differences += other.differences
            sum.consequences += other.consequences
            sum.prevented += other.prevented
            sum.mistakes += other.mistakes
        }
    }

    private let seed: UInt64
    private var random: SplitMix64
    private var outcome = Outcome()

    package init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
    }

    /// Runs the test over one history.
    ///
    /// - Parameters:
    ///   - events: The number of events.
    ///   - edits: The number of random changes of the rules under which they happened.
    package mutating func run(events: Int, edits: Int) async throws -> Outcome {
        let rules = RandomRuleSet(using: &random)
        let former = try rules.plan()
        var traffic = TrafficGenerator(
            seed: seed, clan: .test, channels: RandomClan.channels, roles: [RandomClan.staff], from: RandomClan.start)
        var clan = try await RefusingClan(
            former, as: RandomClan.me, clan: .test, channels: RandomClan.channels,
            members: TrafficGenerator.people.map { Member(clan: .test, user: $0.id, joinedAt: RandomClan.start - 864_000) })
        let history = try await clan.live((0..<events).map { _ in traffic.next() })
        for number in 0..<edits {
            let edited = rules.edited(using: &random)
            let changed = try edited.plan()
            // Some backtests go from the changed rules to those of the history.
            let sets = Bool.random(using: &random) ? (former.rules, changed.rules) : (changed.rules, former.rules)
            if let problem = try await compare(history.reader, sets.0, sets.1) {
                outcome.mistakes.append("seed \(seed), edit \(number): \(problem)")
            }
        }
        return outcome
    }

    private mutating func compare(_ reader: JournalReader, _ old: RuleSet, _ new: RuleSet) async throws -> String? {
        let (report, found) = try await backtest(reader, old, new, isSliced: true)
        let (whole, all) = try await backtest(reader, old, new, isSliced: false)
        outcome.edits += 1
        outcome.sliced += RuleSlice(from: old, to: new) == nil ? 0 : 1
        outcome.differences += all.count
        outcome.consequences += all.count { $0.certainty == .consequence }
        outcome.prevented += all.count { $0.kind == .prevented }
        if let other = zip(all, found).first(where: { $0 != $1 }) {
            return "\(other.0.line(in: .gmt)), not \(other.1.line(in: .gmt))"
        }
        if let missing = all.dropFirst(found.count).first { return "missing \(missing.line(in: .gmt))" }
        if let extra = found.dropFirst(all.count).first { return "extra \(extra.line(in: .gmt))" }
        guard report == whole else { return "other numbers: \(report), not \(whole)" }
        outcome.equal += 1
        return nil
    }

    private func backtest(
        _ reader: JournalReader, _ old: RuleSet, _ new: RuleSet, isSliced: Bool
    ) async throws -> (BacktestReport, [BacktestDifference]) {
        var found: [BacktestDifference] = []
        let report = try await Backtester(
            reader, today: try await reader.directoryLookup(), from: old, to: new, isSliced: isSliced
        ).run(found: { found.append($0) })
        return (report, found)
    }
}
