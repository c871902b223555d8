package import BotKit
package import ChatModel
import Foundation

/// Evaluates events one after the other against one state; used by the running application and by replay.
///
/// The same events in the same order, with the same observations and the same restarts, give the same decisions. Not sendable.
package struct RuleEvaluator {
    /// The result for one event.
    package struct Evaluation {
        package var decision: RuleDecision
        /// The directory lookups made during the evaluation.
        package var observations: [DirectoryObservation]
        var written: [RuleState.Write]
        /// The time that each rule has taken; empty if it was not measured.
        var costs: [(rule: String, time: Duration)]
        /// The values that thresholds of rules were compared with; empty if they were not read.
        package var readings: [ThresholdReading]
        /// A Boolean value that indicates whether a rule in which two sets differ may have acted.
        var concernsChanges = false
    }

    let state: RuleState

    /// - Parameter source: The stored state; `nil` to begin without any and to keep all of it in memory.
    package init(reading source: StateSource? = nil) { state = RuleState(source: source) }

    init(_ state: RuleState) { self.state = state }

    /// Returns an evaluator that begins with the same state and does not change it. This one must not decide while it is used.
    func fork() -> RuleEvaluator { RuleEvaluator(state.fork()) }

    /// Returns an evaluator that begins with the same state and shares none of it. The state must have no source that changes.
    package func copy() -> RuleEvaluator { RuleEvaluator(state.copy()) }

    /// Evaluates the rules of a revision for an event.
    ///
    /// - Parameters:
    ///   - ticket: The position of the decision among all decisions, by which a source reports its changes as durable.
    ///   - uptime: Returns the time since a fixed moment, to measure how long each rule takes; nil to measure nothing.
    ///   - readRules: The rules whose thresholds are read.
    ///   - recordsOutside: A Boolean value that indicates whether it is recorded which rules do not apply to the event's channel.
    ///   - slice: The two sets of rules of whose branches this one leads; nil for a single branch.
    ///   - isNoted: A Boolean value that indicates whether the event has been counted.
    ///   - formerRevision: Looks up earlier revisions by version, for waits and timers that they started.
    package func decide(
        _ input: RuleInput, _ context: EventContext, by set: RuleSet, seeing lookup: DirectoryLookup, ticket: Int64 = 0,
        measuringWith uptime: (@Sendable () -> Duration)? = nil, readingThresholdsOf readRules: Set<String> = [],
        recordingOutside recordsOutside: Bool = true, leading slice: RuleSlice? = nil, isNoted: Bool = false,
        formerRevision: @escaping (String) -> RuleSet? = { _ in nil }
    ) -> Evaluation {
        state.begin(ticket)
        let directory = RecordingDirectory(lookup)
        let facts = facts(input.event, context, set, input.prefix, input.scanResult, directory)
        if !isNoted { set.note(facts) }
        let concernsChanges = slice?.concerns(input.scan, facts) ?? false
        var evaluation = RuleEvaluation(set, facts, measuringWith: uptime, formerRevision: formerRevision)
        evaluation.readRules = readRules
        evaluation.recordsOutside = recordsOutside
        let decision = evaluation.run(input.candidates, kinds: input.kinds, systemRules: input.systemRules)
        if set.countsMessages { Self.countMessage(facts) }
        set.noteDecided(facts, decision.results)
        return Evaluation(
            decision: decision, observations: directory.observations, written: state.takeWritten(), costs: evaluation.costs,
            readings: evaluation.readings, concernsChanges: concernsChanges)
    }

    /// Replays an earlier event into the windows. Makes no decision.
    ///
    /// - Parameters:
    ///   - destinations: The channels to which the decision about the event relayed it.
    ///   - channel: Returns a channel as the directory knows it.
    package func rebuild(
        _ event: Event, _ context: EventContext, by set: RuleSet, relayedTo destinations: [ChannelID],
        channel: @escaping @Sendable (ChannelID) -> Channel?
    ) {
        guard set.recordsEvents else { return }
        note(event, context, by: set, channel: channel)
        guard set.relays, case .message(let message) = event else { return }
        let source = SubjectScope.clan.subject(user: 0, channel: message.channel, clan: event.clan(channel))
        for channel in destinations.compactMap(channel) {
            let destination = SubjectScope.clan.subject(user: 0, channel: channel.id, clan: channel.clan)
            if destination != source { state.relayLoops.noteRelayed(set.versions(of: message), to: destination) }
        }
    }

    /// Counts an event whose decision was lost before it was stored, but which later decisions have already seen.
    ///
    /// Of the directory only channels are used, for the clan to which the event belongs. A channel never changes its clan, so the
    /// count does not depend on when it is made.
    package func note(
        _ event: Event, _ context: EventContext, by set: RuleSet, channel: @escaping @Sendable (ChannelID) -> Channel?
    ) {
        var lookup = DirectoryLookup.unknown
        lookup.channel = channel
        let prefix = set.policy(at: event, channel).prefix
        set.note(facts(event, context, set, prefix, TextScanResult(hits: []), RecordingDirectory(lookup)))
    }

    /// Returns the limits that rules have reached.
    ///
    /// - Parameter stored: The stored quotas. Those in memory replace them.
    func trippedLimits(of set: RuleSet, at now: Date, stored: [StoredStateEntry]) -> [TrippedLimit] {
        set.trippedLimits(in: state, at: now, stored: stored)
    }

    /// Returns all restrictions of channels, also those that have ended.
    ///
    /// - Parameter stored: The stored entries. Those in memory replace them.
    func restrictions(_ stored: [StoredStateEntry]) -> [ChannelRestriction] { state.restrictions(stored) }

    /// Discards the state that is not stored, as the end of a process does.
    package func restart() { state.restart() }

    func facts(
        _ event: Event, _ context: EventContext, _ set: RuleSet, _ prefix: String, _ scanResult: TextScanResult,
        _ directory: RecordingDirectory
    ) -> Facts {
        Facts(
            event: event, now: context.now, me: context.me, isLate: context.isLate, sequence: context.sequence,
            prefix: prefix, hits: scanResult, directory: directory, state: state,
            relayReplacements: set.relayReplacements, privateChannels: set.privateChannels)
    }

    /// Counts a message of its author, who counts as new again after a year without one.
    static func countMessage(_ facts: Facts) {
        guard case .message = facts.event else { return }
        let key = StateKey(
            .seen, "messages", SubjectScope([.user, .clan]).subject(user: facts.actor, channel: 0, clan: facts.clan))
        // In steps of a month: the end of an entry is indexed, and the next message is to leave it as it is.
        let end = (facts.now.timeIntervalSince1970 / month).rounded(.down) * month + 13 * month + 5 * 86_400
        let change = RuleState.Change.add(1, decay: nil, at: facts.now, until: Date(timeIntervalSince1970: end))
        facts.state.change(key, change, in: .real, at: facts.now)
    }

    private static let month = 30 * 86_400.0  // Seconds.
}
