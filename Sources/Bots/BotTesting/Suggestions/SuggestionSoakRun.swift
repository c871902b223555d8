import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// A trial of suggestions: a clan whose moderators follow hidden numbers. The suggestions come from the first part of its history, and are
/// compared with the hidden numbers in the rest.
package struct SuggestionSoakRun {
    package struct Outcome: Sendable {
        /// The rules with a wrong number, and those for which another one was suggested.
        package var rules = 0
        package var suggested = 0
        /// The messages in the second part on which the suggested rules act, those on which the hidden numbers act, and both.
        package var hits = 0
        package var expected = 0
        package var right = 0
        /// A line for each rule.
        package var lines: [String] = []

        package init() {}

        package static func += (sum: inout Outcome, other: Outcome) {
            sum.rules += other.rules
            sum.suggested += other.suggested
            sum.hits += other.hits
            sum.expected += other.expected
            sum.right += other.right
            sum.lines += other.lines
        }

        package var precision: Double { hits == 0 ? 0 : Double(right) / Double(hits) }
        package var recall: Double { expected == 0 ? 0 : Double(right) / Double(expected) }
    }

    private static let batch = 50
    private static let learnedShare = 0.7

    private var clan: JudgedClan
    private let seed: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        clan = JudgedClan(seed: seed)
    }

    /// Runs the trial.
    ///
    /// - Parameter messages: The number of messages, of which a flood is one.
    package mutating func run(messages: Int) async throws -> Outcome {
        let plan = try JudgedClan.plan(clan.text)
        let harness = try await RuleTestHarness(
            plan, as: JudgedClan.me, clan: .test, channels: JudgedClan.channels, members: JudgedClan.members)
        var offences: [MessageID: Set<String>] = [:]
        var split: Date?
        var written = 0
        while written < messages {
            var posts: [[JudgedClan.Post]] = []
            for _ in 0..<Self.batch { posts.append(clan.posts()) }
            written += Self.batch
            for post in posts.joined() { offences[post.message.id] = post.offences }
            if split == nil, Double(written) >= Self.learnedShare * Double(messages) {
                split = posts.first?.first?.message.createdAt
            }
            try await live(posts, in: harness)
        }
        let reader = try harness.store.reader
        let today = try await reader.directoryLookup()
        let report = try await RuleSuggester(reader, today: today, rules: plan.rules, span: ReplayRange(until: split))
            .run(plan.suggestionFiles)
        let outcome = try await outcome(of: report, plan.rules, reader, today, since: split, offences)
        try harness.testStore.close()
        return outcome
    }

    /// Lets messages happen, rules act, and moderators judge.
    private mutating func live(_ posts: [[JudgedClan.Post]], in harness: RuleTestHarness) async throws {
        let store = try harness.store
        try await store.journal.append(posts.joined().map { .make($0.message) })
        try await harness.work()
        let first = posts.first?.first?.message.id ?? 0
        let all = Dictionary(posts.joined().map { ($0.message.id, $0) }) { one, _ in one }
        var filter = CaseFilter()
        filter.isOpen = true
        let cases = try await store.reader.cases(filter).filter { $0.draft.message >= first }
        let ruled = Set(cases.map(\.draft.message))
        let removals = posts.filter { !$0.contains { ruled.contains($0.message.id) } }.flatMap { clan.removals(among: $0) }
        try await store.journal.append(removals)
        var undone: Set<MessageID> = []
        for message in ruled.sorted() where all[message].map({ clan.isUndone($0) }) ?? false { undone.insert(message) }
        let wrong = cases.filter { undone.contains($0.draft.message) }
        if !wrong.isEmpty {
            let now = harness.testStore.time.now
            let reversal = Reversal(wrong, known: wrong, at: now)
            try await store.journal.append([
                NewEntry(
                    system: .undo(
                        SystemEvent.Undo(
                            cases: reversal.ending, by: SystemEvent.command, clan: .test, channel: 0, inverses: reversal.actions,
                            strikes: reversal.strikes, measures: reversal.measures, at: now)))
            ])
        }
        try await harness.work()
    }

    private func outcome(
        of report: SuggestionReport, _ rules: RuleSet, _ reader: JournalReader, _ today: DirectoryLookup, since split: Date?,
        _ offences: [MessageID: Set<String>]
    ) async throws -> Outcome {
        var outcome = Outcome()
        var text = clan.text
        var suggested: Set<String> = []
        for rule in clan.rules {
            outcome.rules += 1
            let threshold = report.thresholds.first { $0.rule == rule.id }
            var line = "seed \(seed), \(rule.id): \"> \(rule.written)\", moderators \"> \(rule.hidden - 1)\", suggested "
            if let threshold, let suggestion = threshold.suggestion, threshold.reason == nil {
                let place = SourcePosition(file: threshold.file, line: threshold.line, column: threshold.column)
                guard let changed = ScalarEdit(at: place, from: threshold.comparison, to: suggestion).applied(to: text) else {
                    throw RandomClanError.unreadable("the place of \(rule.id)")
                }
                text = changed
                suggested.insert(rule.id)
                line += "\"\(suggestion)\""
            } else {
                line += "nothing: \(threshold?.reason ?? "no evidence")"
            }
            outcome.lines.append(line)
        }
        outcome.suggested = suggested.count
        let changed = try JudgedClan.plan(text)
        let backtester = Backtester(reader, today: today, from: rules, to: changed.rules, span: ReplayRange(since: split))
        _ = try await backtester.run(observed: { observation in
            guard case .message(let message) = observation.event else { return }
            let (hits, expected) = (observation.acting, (offences[message.id] ?? []).intersection(suggested))
            outcome.hits += hits.intersection(suggested).count
            outcome.expected += expected.count
            outcome.right += hits.intersection(expected).count
        })
        return outcome
    }
}
