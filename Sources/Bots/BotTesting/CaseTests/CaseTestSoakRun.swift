import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// A randomized test that runs random rules on random messages, undoes a random case, and makes a test of it: it has to fail under the
/// rules that decided, and to pass once the rule that was wrong is corrected.
package struct CaseTestSoakRun {
    package struct Outcome: Sendable {
        /// The number of cases that were undone.
        package var cases = 0
        /// The number of those with a test of few events that fails under the old rules and passes under the corrected ones.
        package var good = 0
        /// The numbers of tests by their number of events.
        package var events: [Int: Int] = [:]
        /// The number of words that the tests keep, and of those that the messages before had.
        package var keptWords = 0
        /// The reasons of the cases without a good test.
        package var mistakes: [String] = []
        /// The time of each search.
        package var times: [Duration] = []

        package init() {}

        package static func += (sum: inout Outcome, other: Outcome) {
            sum.cases += other.cases
            sum.good += other.good
            sum.events.merge(other.events, uniquingKeysWith: +)
            sum.keptWords += other.keptWords
            sum.mistakes += other.mistakes
            sum.times += other.times
        }
    }

    /// The number of events that a test has at most.
    package static let maxEvents = 6

    private var clan: RandomClan
    private let seed: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        clan = RandomClan(seed: seed)
        for index in clan.rules.indices where index == 0 || Bool.random(using: &clan.random) {
            clan.rules[index].measures = Bool.random(using: &clan.random) ? ["delete", "warn"] : ["warn"]
        }
    }

    /// Runs the test.
    ///
    /// - Parameters:
    ///   - messages: The number of messages in the journal.
    ///   - uptime: Returns the time since a fixed moment.
    /// - Returns: An outcome without a case if no rule has taken a measure.
    package mutating func run(messages: Int = 30, uptime: () -> Duration) async throws -> Outcome {
        let plan = try clan.plan()
        let harness = try await RuleTestHarness(clan)
        for step in clan.steps(messages) { try await harness.perform(step) }
        let reader = try harness.store.reader
        let incidents = try await reader.incidents(CaseFilter())
        var outcome = Outcome()
        guard let incident = incidents.randomElement(using: &clan.random), let first = incident.measures.first else {
            try harness.testStore.close()
            return outcome
        }
        outcome.cases = 1
        let began = uptime()
        do {
            let recording = try await CaseTestRecorder(reader, plan).record(first.cause, by: first.author)
            outcome.times.append(uptime() - began)
            outcome.events[recording.events, default: 0] += 1
            outcome.keptWords = recording.keptWords
            try await undo(incident, harness)
            if let mistake = try await mistake(in: recording, plan, corrected(first.author).plan()) {
                outcome.mistakes.append("seed \(seed), #\(first.cause), \(first.author): \(mistake)\n\(recording.text)")
            } else {
                outcome.good = 1
            }
        } catch let error as CaseTestError {
            outcome.mistakes.append("seed \(seed), #\(first.cause), \(first.author): \(error)")
        }
        try harness.testStore.close()
        return outcome
    }

    /// Undoes a case as a moderator does.
    private func undo(_ incident: Incident, _ harness: RuleTestHarness) async throws {
        let store = try harness.store
        let now = harness.testStore.time.now
        let reversal = Reversal(incident.measures, known: try await store.reader.cases(ofUsersIn: incident.measures), at: now)
        try await store.journal.append([
            NewEntry(
                system: .undo(
                    SystemEvent.Undo(
                        cases: reversal.ending, by: SystemEvent.command, clan: incident.clan, channel: 0,
                        inverses: reversal.actions, strikes: reversal.strikes, measures: reversal.measures, at: now)))
        ])
        try await harness.work()
        let undone = try await store.reader.incident(incident.number, of: incident.clan)
        guard undone?.measures.allSatisfy(\.isUndone) == true else {
            throw RandomClanError.unreadable("case \(incident.number) after its undo")
        }
    }

    /// The clan with the rule that decided corrected in a random way: removed, no longer enforced, or with a narrower condition.
    private mutating func corrected(_ author: String) -> RandomClan {
        var corrected = clan
        let isWrong = { (rule: RandomRule) in "rule:\(rule.id)" == author }
        guard let index = corrected.rules.firstIndex(where: isWrong) else { return corrected }
        switch Int.random(in: 0..<3, using: &clan.random) {
        case 0: corrected.rules.remove(at: index)
        case 1: corrected.rules[index].mode = "shadow"
        default: corrected.rules[index].conditions.append(.counter(RandomRule.counters[0], atLeast: 1_000))
        }
        return corrected
    }

    private func mistake(
        in recording: CaseTestRecorder.Recording, _ old: CompiledConfiguration, _ corrected: CompiledConfiguration
    ) async throws -> String? {
        guard recording.events <= Self.maxEvents else { return "\(recording.events) events" }
        for name in RandomClan.people.map(\.username) where recording.text.contains(name) { return "it names \(name)" }
        let fixture = try Fixture(text: recording.text)
        guard try await !fixture.replay(old).differences.isEmpty else { return "it passes under the rules that decided" }
        let left = try await fixture.replay(corrected).differences
        return left.isEmpty ? nil : "it fails under the corrected rules: \(left.map(\.description).joined(separator: "\n"))"
    }
}
