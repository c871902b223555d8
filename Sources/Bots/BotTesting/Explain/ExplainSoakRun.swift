import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Moderation
import Replay
import RuleEngine
import Storage

/// A randomized test that runs random rules on random messages and then compares every reason in the explanations with an
/// independent evaluation of the same rules.
package struct ExplainSoakRun {
    package struct Outcome: Sendable {
        /// The number of entries that were explained.
        package var entries = 0
        /// The number of answers about rules that did nothing, and the number of reasons in them.
        package var answers = 0
        package var reasons = 0
        /// The numbers of answers that call what they depend on unknown, by what is missing.
        package var unknown: [String: Int] = [:]
        /// Reasons that are not true, or were left out.
        package var mistakes: [String] = []

        package init() {}

        package static func += (sum: inout Outcome, other: Outcome) {
            sum.entries += other.entries
            sum.answers += other.answers
            sum.reasons += other.reasons
            sum.unknown.merge(other.unknown, uniquingKeysWith: +)
            sum.mistakes += other.mistakes
        }
    }

    /// The facts that may be missing; the last two only where texts were removed.
    private static let unknowns = [
        // Nobody noted the roles of people whom no rule has looked at.
        "the roles of the users at that time were not recorded", "the decision itself cannot be reproduced", "texts are gone",
        "its text was removed",
    ]

    private let seed: UInt64
    private var clan: RandomClan
    private var expected: [Int64: [String: ExplainOracle.Outcome]] = [:]

    package init(seed: UInt64) {
        self.seed = seed
        clan = RandomClan(seed: seed)
    }

    /// Runs the test.
    ///
    /// - Parameters:
    ///   - messages: The number of messages in the journal.
    ///   - explained: The number of entries that are explained afterwards.
    ///   - isPruned: A Boolean value that indicates whether the texts of the first third are removed before the explanations.
    package mutating func run(messages: Int = 30, explained: Int = 6, isPruned: Bool = false) async throws -> Outcome {
        let harness = try await live(messages)
        let store = try harness.store
        if isPruned { try await prune(store) }
        let reader = store.reader
        let today = try await reader.directoryLookup()
        let explainer = Explainer(
            reader: reader, lookup: today, zone: .gmt, past: DecisionReconstruction.past(reader, today: today))
        var outcome = Outcome()
        let entries = expected.keys.sorted()
        for _ in 0..<min(explained, entries.count) {
            let sequence = entries[Int.random(in: entries.indices, using: &clan.random)]
            let rule = Bool.random(using: &clan.random) ? nil : clan.drawRule()
            guard let explanation = try await explainer.explanation(ofEntry: sequence, rule: rule, me: 0) else {
                outcome.mistakes.append("seed \(seed), #\(sequence): nothing is explained")
                continue
            }
            outcome.entries += 1
            check(explanation, of: sequence, rule, isPruned: isPruned, &outcome)
        }
        try harness.testStore.close()
        return outcome
    }

    private mutating func live(_ messages: Int) async throws -> RuleTestHarness {
        var oracle = ExplainOracle(staff: [RandomClan.holder])
        let harness = try await RuleTestHarness(clan)
        for step in clan.steps(messages) {
            try await harness.perform(step)
            switch step {
            case .restart: continue
            case .role(let user, let isGiven, _): oracle.change(user, isStaff: isGiven)
            case .message(let message):
                expected[try await harness.store.reader.lastSequence()] = oracle.hear(message, clan.rules)
            }
        }
        return harness
    }

    private func prune(_ store: Store) async throws {
        let entries = try await store.reader.entries(after: 0, limit: 1000)
        try await store.redactions.redact(
            entries.prefix(entries.count / 3).map {
                Redaction($0.sequence, frame: FrameRedactor.redacted($0.frame), reason: .retention)
            })
    }

    private func check(
        _ explanation: Explanation, of sequence: Int64, _ rule: String?, isPruned: Bool, _ outcome: inout Outcome
    ) {
        guard let entry = explanation.entries.first, let expected = expected[sequence] else { return }
        for (id, truth) in expected.sorted(by: { $0.key < $1.key }) where rule == nil || rule == id {
            let step = entry.steps.first { $0.who == "rule:\(id)" }
            let silence = rule == id ? entry.whyNot : entry.silent.first { $0.rule == id }?.why
            let said: String
            switch (step, silence) {
            case (let step?, _) where step.what != "no":
                if truth != .acts { outcome.mistakes.append("seed \(seed), #\(sequence), \(id): acted, not \(truth)") }
                continue
            case (let step?, _): said = "no: " + ([step.why] + step.also).joined(separator: "; ")
            case (nil, let silence?): said = silence
            case (nil, nil):
                outcome.mistakes.append("seed \(seed), #\(sequence), \(id): nothing is said")
                continue
            }
            outcome.answers += 1
            guard said.hasPrefix("no: ") else {
                let kind = Self.unknowns.first(where: said.contains) ?? said
                outcome.unknown[kind, default: 0] += 1
                if !isPruned, !Self.unknowns.prefix(2).contains(kind) {
                    outcome.mistakes.append("seed \(seed), #\(sequence), \(id): \(said)")
                }
                continue
            }
            // If a rule is in the trace, all its reasons are listed only when asked for that rule.
            let isWhole = (step == nil || rule == id) && !isPruned
            if let mistake = Self.mistake(in: said, against: truth, isWhole: isWhole, &outcome.reasons) {
                outcome.mistakes.append("seed \(seed), #\(sequence), \(id): \(mistake)")
            }
        }
    }

    /// Returns the error in an explanation, or nil if it is correct.
    private static func mistake(
        in said: String, against truth: ExplainOracle.Outcome, isWhole: Bool, _ count: inout Int
    ) -> String? {
        switch truth {
        case .acts: return "'\(said)', and it holds"
        case .stopped(let other):
            return said == "no: \(other) stopped the evaluation before it" ? nil : "'\(said)', and \(other) stopped it"
        case .refuses(let reasons):
            var stated: Set<ExplainOracle.Reason> = []
            let open = Self.partsNotKnown(in: said)
            guard open.isSubset(of: ["author.has_role", "author.lacks_role", "except"]) || !isWhole else {
                return "'\(said)' does not know what the journal tells"
            }
            for sentence in said.dropFirst(4).split(separator: "; ") where !sentence.hasPrefix("unknown: ") {
                count += 1
                let part = Self.part(of: sentence)
                guard
                    let reason = reasons.first(where: {
                        $0.part == part && ($0.number == nil || $0.number == Self.number(in: sentence))
                    })
                else { return "'\(sentence)' is not among \(reasons)" }
                stated.insert(reason)
            }
            let left = reasons.subtracting(stated).filter { !open.contains($0.part) }
            return isWhole && !left.isEmpty ? "'\(said)' leaves out \(left)" : nil
        }
    }

    private static func partsNotKnown(in said: String) -> Set<String> {
        guard let range = said.range(of: "; unknown: ") else { return [] }
        return Set(said[range.upperBound...].split(separator: ", ").map(String.init))
    }

    private static func part(of sentence: Substring) -> String {
        if sentence.hasPrefix("`in`") { return "in" }
        if sentence.hasPrefix("`except`") { return "except" }
        return String(sentence.prefix { $0 != ":" })
    }

    private static func number(in sentence: Substring) -> Int? {
        Int(sentence.drop { $0 != ":" }.drop { !$0.isNumber }.prefix { $0.isNumber })
    }
}
