import BotKit
import Foundation
import Hooks
import MezonModel
import Moderation
package import Persistence
package import Rules

/// Plays a history again from its beginning, and says where it comes out otherwise than it is written down.
package struct Replayer {
    package struct Summary: Sendable, Hashable, Encodable {
        /// Decisions in the reported part that were held against what is written down.
        package var decisions = 0
        /// How many of what was found there are of each kind.
        package var differences: [String: Int] = [:]
        /// Entries and editions that this build cannot read: what they led to is not known.
        package var unreadable = 0
        /// Decisions that asked for people, or places, of whom nobody took down what was known then; today's were used.
        package var guessedPeople = 0
        package var guessedPlaces = 0
        /// Starts of the house on the way.
        package var starts = 0

        /// Whether everything that is done is done again, and nothing else.
        package var isExact: Bool {
            unreadable == 0 && differences.allSatisfy { $0.key == Difference.Kind.otherReason.rawValue || $0.value == 0 }
        }

        package var differenceCount: Int { differences.values.reduce(0, +) }
    }

    private let reader: JournalReader
    private let span: Span
    private let rules: RuleSet?
    private let recollection: Recollection

    /// - Parameters:
    ///   - today: what is known now of people and places.
    ///   - rules: those that decide in the place of the rules of the day; nil for those.
    package init(_ reader: JournalReader, today: Surroundings, rules: RuleSet? = nil, span: Span = Span()) {
        self.reader = reader
        self.span = span
        self.rules = rules
        recollection = Recollection(today: today)
    }

    /// - Parameters:
    ///   - progress: told how far it has come, entry by entry: the sequence.
    ///   - found: told of each difference as it is found.
    package func run(
        progress: (Int64) -> Void = { _ in }, found: (Difference) -> Void
    ) async throws -> Summary {
        var summary = Summary()
        var history = try await History(reader)
        let labels = try await reader.channelLabels()
        var player = Player(
            try await Editions(reader), rules: rules, recollection: recollection, me: history.first?.me ?? 0)
        while let moment = try await history.next() {
            switch moment {
            case .start(let start):
                summary.starts += 1
                player.restart(start, reliving: try await reader.relived(start))
            case .decided(let decided):
                progress(decided.entry.sequence)
                recollection.recall(history.sightings.sightings(of: decided))
                guard let event = decided.entry.event, let conclusion = player.conclusion(decided, event) else {
                    summary.unreadable += 1
                    continue
                }
                guard case .turned(let turn) = decided.standing, span.contains(decided.entry.receivedAt) else { continue }
                summary.decisions += 1
                count(recollection.guesses, in: &summary)
                for difference in differences(
                    turn, Turn(conclusion, about: event, sequence: decided.entry.sequence),
                    subject: { Subject(decided.entry, event, labels) })
                {
                    summary.differences[difference.kind.rawValue, default: 0] += 1
                    found(difference)
                }
            }
        }
        return summary
    }

    private func count(_ guesses: Recollection.Guesses, in summary: inout Summary) {
        if guesses.contains(.people) { summary.guessedPeople += 1 }
        if guesses.contains(.places) { summary.guessedPlaces += 1 }
    }

    private func differences(
        _ recorded: JournalReader.RecordedTurn, _ now: Turn, subject: () -> Subject
    ) -> [Difference] {
        let stepsThen = recorded.trace.ofRules
        let stepsNow = now.trace.steps.isEmpty ? [] : now.trace.asRead.ofRules
        let isQuiet = now.deliveries.isEmpty && now.cases.isEmpty && !stepsThen.contains { $0.what != Trace.miss }
        // Nearly every entry ends here.
        if isQuiet, stepsThen == stepsNow { return [] }
        let then = Deed.deeds(
            stepsThen,
            sending: recorded.deliveries.filter { Trace.Step($0.author, "").isOfRules }.map { ($0.author, Deed.Sending($0)) },
            cases: recorded.cases.filter { Trace.Step($0.author, "").isOfRules }.map { ($0.author, $0.draft) })
        let again = Deed.deeds(
            stepsNow, sending: now.deliveries.map { ($0.author, Deed.Sending($0)) },
            cases: now.cases.map { ($0.author, $0.draft) })
        return Deed.differences(from: then, to: again).map { kind, before, after in
            Difference(
                kind: kind, subject: subject(), author: before.author, before: before.whatWasDone,
                after: kind == .otherAction ? after.whatWasDone.told(apartFrom: before.whatWasDone) : after.whatWasDone,

                reason: after.reason, reasonBefore: before.reason)
        }
    }
}

extension Deed.Sending {
    fileprivate init(_ delivery: Delivery) {
        self.init(
            ordinal: delivery.ordinal, destination: delivery.destination, payload: delivery.payload, after: delivery.after)
    }

    fileprivate init(_ delivery: NewDelivery) {
        self.init(
            ordinal: delivery.ordinal, destination: delivery.destination, payload: delivery.payload, after: delivery.after)
    }
}
