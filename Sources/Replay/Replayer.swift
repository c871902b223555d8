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
        /// Decisions about entries whose texts were removed since: they are not held against anything.
        package var emptied = 0
        /// Starts of the house on the way.
        package var starts = 0
        /// Nil where bots were not played.
        package var bots: BotReplayReport?

        /// Whether everything that is done is done again, and nothing else.
        package var isExact: Bool {
            unreadable == 0 && bots?.isExact ?? true
                && differences.allSatisfy { $0.key == ReplayDifference.Kind.otherReason.rawValue || $0.value == 0 }
        }

        package var differenceCount: Int { differences.values.reduce(0, +) }
    }

    private let reader: JournalReader
    private let span: ReplayRange
    private let rules: RuleSet?
    private let casting: BotFactoryProvider?
    private let seed: UInt64
    private let recollection: HistoricalDirectory

    /// - Parameters:
    ///   - today: what is known now of people and places.
    ///   - rules: those that decide in the place of the rules of the day; nil for those.
    ///   - casting: makes the bots of the day; nil where bots are not played.
    ///   - seed: where the chance of the house that lived through it began.
    package init(
        _ reader: JournalReader, today: DirectoryLookup, rules: RuleSet? = nil, casting: BotFactoryProvider? = nil,
        seed: UInt64 = 0,
        span: ReplayRange = ReplayRange()
    ) {
        self.reader = reader
        self.span = span
        self.rules = rules
        self.casting = casting
        self.seed = seed
        recollection = HistoricalDirectory(today: today)
    }

    /// - Parameters:
    ///   - progress: told how far it has come, entry by entry: the sequence.
    ///   - found: told of each difference as it is found.
    package func run(
        progress: (Int64) -> Void = { _ in }, found: (ReplayDifference) -> Void
    ) async throws -> Summary {
        var summary = Summary()
        var history = try await DecisionHistory(reader)
        let labels = try await reader.places().labels
        let shelf = RedactionReader(reader)
        let editions = try await RevisionCache(reader)
        let me = history.first?.me ?? 0
        var player = DecisionReplayer(
            editions, rules: rules, seeing: recollection.surroundings, channel: recollection.channel, me: me)
        var bots: BotReplayer?
        if let casting { bots = try await BotReplayer(reader, casting, editions, labels: labels, me: me, seed: seed) }
        func tell(_ differences: [ReplayDifference]) {
            for difference in differences {
                summary.differences[difference.kind.rawValue, default: 0] += 1
                found(difference)
            }
        }
        while let moment = try await history.next() {
            guard case .decided(let decided) = moment else {
                guard case .start(let start) = moment else { continue }
                summary.starts += 1
                player.restart(start, reliving: try await reader.relived(start))
                bots?.restart(as: start.me)
                continue
            }
            progress(decided.entry.sequence)
            let emptied = try await shelf.reason(of: decided.entry.sequence)
            let isEmptied = emptied != nil && emptied != .trace
            let isReported = span.contains(decided.entry.receivedAt) && !isEmptied
            if isEmptied, span.contains(decided.entry.receivedAt) { summary.emptied += 1 }
            recollection.recall(history.sightings.sightings(of: decided))
            let event = decided.entry.event
            let conclusion = decided.isRetrial ? RuleDecision() : event.flatMap { player.conclusion(decided, $0) }
            if let event, let conclusion {
                if case .turned(let turn) = decided.standing, isReported, !decided.isRetrial {
                    let found = differences(
                        turn,
                        Turn(conclusion, about: event, sequence: decided.entry.sequence, isHeld: turn.trace.isHeld),
                        subject: { EntrySummary(decided.entry, event, labels) }
                    ).filter { emptied == nil || $0.kind != .otherReason }
                    if !found.isEmpty, try await isEarlierTextGone(event, before: decided.entry.sequence) {
                        summary.emptied += 1
                    } else {
                        summary.decisions += 1
                        count(recollection.guesses, in: &summary)
                        tell(found)
                    }
                }
            } else if !isEmptied {
                summary.unreadable += 1
            }
            if case .turned(let turn) = decided.standing {
                tell(try await bots?.play(decided.entry, turn, after: conclusion, isReported: isReported) ?? [])
            }
        }
        tell(try await bots?.end() ?? [])
        summary.bots = bots?.tally
        return summary
    }

    /// Whether an event changes or ends a message whose text was removed since: what was decided may have told it.
    private func isEarlierTextGone(_ event: Event, before sequence: Int64) async throws -> Bool {
        switch event {
        case .edit, .delete: break
        default: return false
        }
        guard let said = try reader.said(event.message, in: event.channel, before: sequence)?.sequence else { return false }
        return try await reader.emptied(after: said - 1, through: said)[said].map { $0 != .trace } ?? false
    }

    private func count(_ guesses: HistoricalDirectory.UnrecordedLookups, in summary: inout Summary) {
        if guesses.contains(.people) { summary.guessedPeople += 1 }
        if guesses.contains(.places) { summary.guessedPlaces += 1 }
    }

    private func differences(
        _ recorded: JournalReader.RecordedTurn, _ now: Turn, subject: () -> EntrySummary
    ) -> [ReplayDifference] {
        let stepsThen = recorded.trace.ofRules
        let stepsNow = now.trace.steps.isEmpty ? [] : now.trace.asRead.ofRules
        let isQuiet = now.deliveries.isEmpty && now.cases.isEmpty && !stepsThen.contains { $0.what != Trace.miss }
        // Nearly every entry ends here.
        if isQuiet, stepsThen == stepsNow { return [] }
        let then = HandlerOutcome.deeds(
            stepsThen,
            sending: recorded.deliveries.filter { Trace.Step($0.author, "").isOfRules }.map {
                ($0.author, HandlerOutcome.RequestedDelivery($0))
            },
            cases: recorded.cases.filter { Trace.Step($0.author, "").isOfRules }.map { ($0.author, $0.draft) })
        let again = HandlerOutcome.deeds(
            stepsNow, sending: now.deliveries.map { ($0.author, HandlerOutcome.RequestedDelivery($0)) },
            cases: now.cases.map { ($0.author, $0.draft) })
        return ReplayDifference.all(from: then, to: again, about: subject())
    }
}
