package import BotKit
package import Foundation
package import MezonModel
import Synchronization

/// The rules as one participant: the edition in force, and what all editions remember.
///
/// Decisions are made one at a time, in the order of their tickets, and what a decision changed is handed on before the next one is
/// made, and stored with its turn or before a later one's. So what is on disk is always what the first so many decisions left
/// behind: a decision whose own turn was lost is recalled, and one that was lost whole has left no trace in another.
package final class RuleEngine: EventHandler, Sendable {
    private struct ActiveRevision {
        /// The first entry that it decides.
        var from: Int64
        var set: RuleSet
    }

    private struct State {
        var mind: RuleEvaluator
        var ticket: Int64
        var recalled: [Int64: RuleDecision]
        /// What was seen of people and places, and the number under which it is kept.
        var sightings: [DirectoryObservation: Int64] = [:]
    }

    package let name = "rules"
    private let surroundings: DirectoryLookup
    private let ledger: DecisionRecorder?
    private let mostSightings = 20_000  // In memory: beyond it they are kept anew.
    /// Apart from the state, because who only asks for an edition should not wait for a decision.
    private let editions: Mutex<[ActiveRevision]>
    /// Editions that are not in force any more, for what they have begun.
    private let former: Mutex<[RuleSet]>
    private let mostFormer = 64
    private let state: Mutex<State>

    /// - Parameters:
    ///   - remembered: what the store holds.
    ///   - former: editions of former days that still have something to do.
    ///   - ledger: nil where nothing is kept.
    package init(
        _ set: RuleSet, surroundings: DirectoryLookup = .unknown, remembered: RestoredDecisions = RestoredDecisions(),
        former: [RuleSet] = [], ledger: DecisionRecorder? = nil
    ) {
        self.surroundings = surroundings
        self.ledger = ledger
        editions = Mutex([ActiveRevision(from: 0, set: set)])
        self.former = Mutex(former)
        state = Mutex(
            State(
                mind: RuleEvaluator(remembering: remembered.memos), ticket: remembered.lastTicket, recalled: remembered.open))
    }

    /// The edition that decides new events.
    package var current: RuleSet { editions.withLock { $0[$0.count - 1].set } }

    /// From an entry on, another edition decides; entries before it are still decided by the one that was in force.
    ///
    /// Told again of the same edition before its boundary came about, the last boundary counts.
    package func change(to set: RuleSet, from sequence: Int64) {
        let leaving = current
        former.withLock { former in
            former.removeAll { $0.version == leaving.version }
            former.append(leaving)
            if former.count > mostFormer { former.removeFirst() }
        }
        editions.withLock { editions in
            Self.withdraw(set.version, in: &editions)
            editions.append(ActiveRevision(from: sequence, set: set))
            // Lanes that lag further behind than this are decided by the oldest edition that is kept, and their traces say so.
            if editions.count > 16 { editions.removeFirst() }
        }
    }

    /// Forgets a change whose boundary came to nothing.
    package func withdraw(_ version: String) { editions.withLock { Self.withdraw(version, in: &$0) } }

    private static func withdraw(_ version: String, in editions: inout [ActiveRevision]) {
        guard editions.count > 1, editions[editions.count - 1].set.version == version else { return }
        editions.removeLast()
    }

    package func attendance(at event: Event, _ context: EventContext) -> HandlingStep { .concluded(conclude(event, context)) }

    /// What the rules come to about an event. Asked again for the same entry before its turn is committed, they say the same.
    package func conclude(_ event: Event, _ context: EventContext) -> RuleDecision {
        let set = edition(for: context.sequence)
        guard let matter = RuleInput(event, for: set, channel: surroundings.channel) else {
            return RuleDecision(version: set.version)
        }
        return state.withLock { state in
            // What it counts was relived with all that was decided before the restart.
            if let known = state.recalled.removeValue(forKey: context.sequence) { return known }
            state.ticket += 1
            let judgement = state.mind.judge(matter, context, by: set, seeing: surroundings) { self.edition(named: $0) }
            var conclusion = judgement.conclusion
            conclusion.ticket = state.ticket
            guard let ledger else { return conclusion }
            conclusion.sightings = judgement.sightings.map { number(of: $0, &state, ledger) }
            conclusion.isRecorded = !judgement.written.isEmpty
            ledger.record(RecordedDecision(sequence: context.sequence, conclusion: conclusion, written: judgement.written))
            return conclusion
        }
    }

    /// Takes in what happened before a restart, so that windows are full again; decides nothing.
    package func relive(_ event: Event, _ context: EventContext) {
        let set = current
        state.withLock { state in state.mind.relive(event, context, by: set) }
    }

    /// The limits that rules in force have reached, in which clans, and for how long.
    package func trippedLimits(at now: Date) -> [TrippedLimit] {
        let set = current
        return state.withLock { $0.mind.trippedLimits(of: set, at: now) }
    }

    private func number(of sighting: DirectoryObservation, _ state: inout State, _ ledger: DecisionRecorder) -> Int64 {
        if let known = state.sightings[sighting] { return known }
        if state.sightings.count >= mostSightings { state.sightings = [:] }
        let number = ledger.keep(sighting)
        state.sightings[sighting] = number
        return number
    }

    private func edition(named version: String) -> RuleSet? {
        former.withLock { $0.last { $0.version == version } } ?? (current.version == version ? current : nil)
    }

    private func edition(for sequence: Int64) -> RuleSet {
        editions.withLock { editions in (editions.last { $0.from <= sequence } ?? editions[0]).set }
    }
}
