import BotKit
import ChatModel
import EventProcessing
import Foundation
import Moderation
package import RuleEngine
package import Storage

/// Replays a history from its beginning and reports decisions that differ from the recorded ones.
package struct Replayer {
    package struct Summary: Sendable, Hashable, Encodable {
        /// The number of compared decisions in the reported range.
        package var decisions = 0
        /// The number of differences of each kind.
        package var differences: [String: Int] = [:]
        /// The number of entries and revisions that this build cannot read; their effects are unknown.
        package var unreadable = 0
        /// The number of decisions that looked up members or channels without a recorded observation; the current data was used.
        package var guessedUsers = 0
        package var guessedChannels = 0
        /// The number of decisions about redacted entries, which are not compared.
        package var redacted = 0
        /// The number of application starts.
        package var starts = 0
        /// The bot report; nil if bots were not replayed.
        package var bots: BotReplayReport?

        /// A Boolean value that indicates whether all actions are equal.
        package var isExact: Bool {
            unreadable == 0 && bots?.isExact ?? true
                && differences.allSatisfy { $0.key == ReplayDifference.Kind.otherReason.rawValue || $0.value == 0 }
        }

        package var differenceCount: Int { differences.values.reduce(0, +) }
    }

    private let reader: JournalReader
    private let span: ReplayRange
    private let rules: RuleSet?
    private let botFactory: BotFactoryProvider?
    private let seed: UInt64
    private let directory: HistoricalDirectory

    /// - Parameters:
    ///   - today: The current members and channels.
    ///   - rules: The rules that replace the recorded revisions; nil to use those.
    ///   - botFactory: Creates the bots of a revision; nil to skip bots.
    ///   - seed: The seed of random choices in the original process.
    package init(
        _ reader: JournalReader, today: DirectoryLookup, rules: RuleSet? = nil, botFactory: BotFactoryProvider? = nil,
        seed: UInt64 = 0,
        span: ReplayRange = ReplayRange()
    ) {
        self.reader = reader
        self.span = span
        self.rules = rules
        self.botFactory = botFactory
        self.seed = seed
        directory = HistoricalDirectory(today: today)
    }

    /// - Parameters:
    ///   - progress: Receives the sequence of each entry.
    ///   - found: Receives each difference as it is found.
    package func run(
        progress: (Int64) -> Void = { _ in }, found: (ReplayDifference) -> Void
    ) async throws -> Summary {
        var summary = Summary()
        var history = try await DecisionHistory(reader)
        let labels = try await reader.channelNames().labels
        let redactions = RedactionReader(reader)
        let revisions = try await RevisionCache(reader)
        let me = history.first?.me ?? 0
        var replayer = DecisionReplayer(
            revisions, rules: rules, seeing: directory.lookup, channel: directory.channel, me: me)
        var bots: BotReplayer?
        if let botFactory { bots = try await BotReplayer(reader, botFactory, revisions, labels: labels, me: me, seed: seed) }
        func tell(_ differences: [ReplayDifference]) {
            for difference in differences {
                summary.differences[difference.kind.rawValue, default: 0] += 1
                found(difference)
            }
        }
        while let item = try await history.next() {
            guard case .decided(let decided) = item else {
                guard case .start(let start) = item else { continue }
                summary.starts += 1
                directory.restart()
                try await replayer.restart(start, from: reader)
                bots?.restart(as: start.me)
                continue
            }
            progress(decided.entry.sequence)
            let redactionReason = try await redactions.reason(of: decided.entry.sequence)
            let isRedacted = redactionReason != nil && redactionReason != .trace
            let isReported = span.contains(decided.entry.receivedAt) && !isRedacted
            if isRedacted, span.contains(decided.entry.receivedAt) { summary.redacted += 1 }
            directory.restore(history.observations.observations(of: decided))
            let event = decided.entry.event
            let decision = decided.isRetrial ? RuleDecision() : event.flatMap { replayer.decision(decided, $0) }
            if let event, let decision {
                if case .turned(let turn) = decided.status, isReported, !decided.isRetrial {
                    let found = differences(
                        turn, decision, about: event, at: decided.entry.sequence,
                        subject: { EntrySummary(decided.entry, event, labels) }
                    ).filter { redactionReason == nil || $0.kind != .otherReason }
                    if !found.isEmpty, try await isEarlierTextGone(event, before: decided.entry.sequence) {
                        summary.redacted += 1
                    } else {
                        summary.decisions += 1
                        count(directory.guesses, in: &summary)
                        tell(found)
                    }
                }
            } else if !isRedacted {
                summary.unreadable += 1
            }
            if case .turned(let turn) = decided.status {
                let found = try await bots?.replay(decided.entry, turn, after: decision, isReported: isReported) ?? []
                tell(found.filter { redactionReason == nil || $0.kind != .otherReason })
            }
        }
        tell(try await bots?.end() ?? [])
        summary.bots = bots?.report
        return summary
    }

    /// Returns whether an event edits or deletes a message whose text has been redacted since. The original decision may have
    /// used that text.
    private func isEarlierTextGone(_ event: Event, before sequence: Int64) async throws -> Bool {
        switch event {
        case .edit, .delete: break
        default: return false
        }
        guard let earlier = try reader.lastVersion(of: event.message, in: event.channel, before: sequence)?.sequence else {
            return false
        }
        return try await reader.redactions(after: earlier - 1, through: earlier)[earlier].map { $0 != .trace } ?? false
    }

    private func count(_ guesses: HistoricalDirectory.UnrecordedLookups, in summary: inout Summary) {
        if guesses.contains(.users) { summary.guessedUsers += 1 }
        if guesses.contains(.channels) { summary.guessedChannels += 1 }
    }

    private func differences(
        _ recorded: JournalReader.RecordedTurn, _ decision: RuleDecision, about event: Event, at sequence: Int64,
        subject: () -> EntrySummary
    ) -> [ReplayDifference] {
        // Nearly every entry ends here, or with an equal trace of rules that did not act.
        if recorded.isSilent, decision.results.isEmpty, decision.misses.isEmpty { return [] }
        let now = Turn(decision, about: event, sequence: sequence, isHeld: recorded.hasActions && recorded.trace.isHeld)
        let isQuiet = now.deliveries.isEmpty && now.cases.isEmpty
        if isQuiet, !recorded.hasActions, recorded.isTraced(as: now.trace) { return [] }
        let stepsThen = recorded.trace.ofRules
        let stepsNow = now.trace.steps.isEmpty ? [] : now.trace.normalized.ofRules
        if isQuiet, stepsThen == stepsNow, !stepsThen.contains(where: { $0.what != Trace.miss }) { return [] }
        let then = HandlerOutcome.outcomes(
            of: stepsThen,
            deliveries: recorded.deliveries.filter { Trace.Step($0.author, "").isOfRules }.map {
                ($0.author, HandlerOutcome.RequestedDelivery($0))
            },
            cases: recorded.cases.filter { Trace.Step($0.author, "").isOfRules }.map { ($0.author, $0.draft) })
        let again = HandlerOutcome.outcomes(
            of: stepsNow, deliveries: now.deliveries.map { ($0.author, HandlerOutcome.RequestedDelivery($0)) },
            cases: now.cases.map { ($0.author, $0.draft) })
        return ReplayDifference.all(from: then, to: again, about: subject())
    }
}
