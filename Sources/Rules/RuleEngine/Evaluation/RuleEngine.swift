package import BotKit
package import ChatModel
package import Foundation
import Synchronization

/// The rules as one event handler: the active revision, and the state shared by all revisions.
///
/// Decisions are made one at a time, in ticket order. The changes of a decision are handed on before the next decision is made,
/// and stored with its turn or before a later one's. The stored state is therefore always the result of a prefix of the
/// decisions: a decision whose turn was lost is restored, and a decision that was lost entirely has not influenced another.
package final class RuleEngine: EventHandler, Sendable {
    private struct ActiveRevision {
        /// The first entry that the revision handles.
        var from: Int64
        var set: RuleSet
    }

    private struct State {
        var evaluator: RuleEvaluator
        var ticket: Int64
        var restored: [Int64: RuleDecision]
        /// The stored directory observations, with their ids.
        var observations = ObservationCache(capacity: 1 << 17)  // More than the users who are active in a day.
        /// The rewind for which nothing may change; nil if none is awaited, or if something did.
        var watch: RewindWatch?
        /// The measured rules, by id.
        var costs: [String: RuleCost] = [:]

        mutating func watch(_ watch: RewindWatch?) {
            self.watch = watch
            evaluator.state.watched = watch?.keys ?? []
        }
    }

    package let name = "rules"
    private let lookup: DirectoryLookup
    private let recorder: DecisionRecorder?
    private let uptime: (@Sendable () -> Duration)?
    private static let measuredShare: Int64 = 64  // One decision in so many is measured.
    /// The active revisions, separate from the state so that reading one does not wait for a decision.
    private let revisions: Mutex<[ActiveRevision]>
    /// Revisions that are no longer active, for waits and timers that they started.
    private let formerRevisions: Mutex<[RuleSet]>
    private let maxFormer = 64
    private let state: Mutex<State>

    /// - Parameters:
    ///   - restored: The stored decisions and state.
    ///   - formerRevisions: The earlier revisions that still have pending work.
    ///   - recorder: The recorder of decisions; `nil` to store nothing.
    ///   - uptime: Returns the time since a fixed moment, to measure how long rules take; nil to measure nothing.
    package init(
        _ set: RuleSet, lookup: DirectoryLookup = .unknown, restored: RestoredDecisions = RestoredDecisions(),
        formerRevisions: [RuleSet] = [], recorder: DecisionRecorder? = nil, uptime: (@Sendable () -> Duration)? = nil
    ) {
        self.lookup = lookup
        self.recorder = recorder
        self.uptime = uptime
        revisions = Mutex([ActiveRevision(from: 0, set: set)])
        self.formerRevisions = Mutex(formerRevisions)
        state = Mutex(
            State(evaluator: RuleEvaluator(reading: restored.state), ticket: restored.lastTicket, restored: restored.open))
    }

    /// The revision that handles new events.
    package var current: RuleSet { revisions.withLock { $0[$0.count - 1].set } }

    /// Activates another revision from an entry on. Earlier entries are still handled by the revision that was active for them.
    package func change(to set: RuleSet, from sequence: Int64) {
        let leaving = current
        formerRevisions.withLock { former in
            former.removeAll { $0.version == leaving.version }
            former.append(leaving)
            if former.count > maxFormer { former.removeFirst() }
        }
        revisions.withLock { revisions in
            revisions.append(ActiveRevision(from: sequence, set: set))
            // Channel queues that lag further behind use the oldest revision kept, and their traces show it.
            if revisions.count > 16 { revisions.removeFirst() }
        }
        state.withLock { $0.costs = [:] }
    }

    /// Begins to notice whether decisions depend on what a rewind changes; nil to end that. Returns the ticket of the last decision.
    package func watch(_ watch: RewindWatch?) -> Int64 {
        state.withLock { state in
            state.watch(watch)
            return state.ticket
        }
    }

    /// Lets a rewind take place at its turn, unless a decision depends on what it changes before. Returns whether none has since the
    /// beginning of the watch.
    package func confirm(_ rewind: SystemEvent.Rewind) -> Bool {
        state.withLock { $0.watch?.confirm(rewind) ?? false }
    }

    /// The time that each rule takes, by its id, since the start or the last change of rules. Rules that were not measured are omitted.
    package var costs: [String: RuleCost] { state.withLock { $0.costs } }

    /// Withdraws the latest revision if it was activated from this entry on, because its change could not be stored.
    package func withdraw(from sequence: Int64) {
        revisions.withLock { revisions in
            guard revisions.count > 1, revisions[revisions.count - 1].from == sequence else { return }
            revisions.removeLast()
        }
    }

    package func decidesImmediately(_ event: Event, in context: EventContext) -> Bool { true }

    package func handle(_ event: Event, in context: EventContext) -> HandlingStep { .decided(decide(event, context)) }

    /// Returns the decision of the rules about an event. Repeated calls for the same entry before its turn is committed return
    /// the same decision.
    package func decide(_ event: Event, _ context: EventContext) -> RuleDecision {
        let set = revision(for: context.sequence)
        guard let input = RuleInput(event, for: set, channel: lookup.channel) else {
            return RuleDecision(version: set.version)
        }
        return state.withLock { decide(input, context, by: set, &$0) }
    }

    private func decide(_ input: RuleInput, _ context: EventContext, by set: RuleSet, _ state: inout State) -> RuleDecision {
        // Its effects on the windows were restored with everything decided before the restart.
        if let known = state.restored.removeValue(forKey: context.sequence) { return known }
        state.ticket += 1
        let isMeasured = state.ticket.isMultiple(of: Self.measuredShare)
        var lookup = lookup
        if case .system(.rewind) = input.event { lookup.isCurrent = { [watch = state.watch] in watch?.allows($0) == true } }
        let result = state.evaluator.decide(
            input, context, by: set, seeing: lookup, ticket: state.ticket, measuringWith: isMeasured ? uptime : nil,
            formerRevision: { self.revision(named: $0) })
        if state.watch?.isDisturbed(by: input.event, result, isUsed: state.evaluator.state.wasWatchedUsed) == true {
            state.watch(nil)
        }
        for cost in result.costs { state.costs[cost.rule, default: RuleCost()].add(cost.time) }
        var decision = result.decision
        decision.ticket = state.ticket
        guard let recorder else { return decision }
        decision.observations = result.observations.map { state.observations.id(of: $0, storing: recorder.storeObservation) }
        decision.isRecorded = !result.written.isEmpty
        recorder.record(RecordedDecision(sequence: context.sequence, decision: decision, written: result.written))
        return decision
    }

    /// Replays an event from before a restart into the windows. Makes no decision.
    ///
    /// - Parameter destinations: The channels to which deliveries of the event's turn relay it. A restored decision, whose turn was
    ///   lost, names its own.
    package func rebuild(_ event: Event, _ context: EventContext, relayedTo destinations: [ChannelID] = []) {
        let set = current
        state.withLock { state in
            let restored = state.restored[context.sequence]?.relayDestinations ?? []
            state.evaluator.rebuild(
                event, context, by: set, relayedTo: destinations + restored, channel: lookup.channel)
        }
    }

    /// Returns the limits that active rules have reached, with their clans and end times.
    ///
    /// - Parameter stored: The stored quotas with `TrippedLimit.subjectPrefixes`. Those in memory replace them.
    package func trippedLimits(at now: Date, stored: [StoredStateEntry] = []) -> [TrippedLimit] {
        let set = current
        return state.withLock { $0.evaluator.trippedLimits(of: set, at: now, stored: stored) }
    }

    func keptRestrictions(_ stored: [StoredStateEntry]) -> [ChannelRestriction] {
        state.withLock { $0.evaluator.restrictions(stored) }
    }

    private func revision(named version: String) -> RuleSet? {
        formerRevisions.withLock { $0.last { $0.version == version } } ?? (current.version == version ? current : nil)
    }

    private func revision(for sequence: Int64) -> RuleSet {
        revisions.withLock { revisions in (revisions.last { $0.from <= sequence } ?? revisions[0]).set }
    }
}

extension RuleDecision {
    /// The channels to which the decision relays its event.
    fileprivate var relayDestinations: [ChannelID] {
        results.filter { !$0.isShadow }.flatMap(\.actions).compactMap { action in
            guard case .resolved(let resolved) = action, case .relay = resolved.request else { return nil }
            return resolved.channel
        }
    }
}
