package import BotKit
import Foundation
package import MezonModel
import Synchronization

/// The rules as one participant: the edition in force, and what all editions remember.
///
/// Decisions are made one at a time, in the order of their tickets, and what a decision changed is handed on to be stored before
/// the next one is made. So what is on disk is always what the first so many decisions left behind: a decision whose own turn was
/// lost is recalled, and one that was lost whole has left no trace in another.
package final class RuleBook: Participant, Sendable {
    private struct Edition {
        /// The first entry that it decides.
        var from: Int64
        var set: RuleSet
    }

    private struct State {
        var editions: [Edition]
        var memory: Memory
        var ticket: Int64
        var recalled: [Int64: Conclusion]
    }

    package let name = "rules"
    private let surroundings: Surroundings
    private let record: @Sendable (RecordedDecision) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - remembered: what the store holds.
    ///   - record: stores a decision and what it changed. Called in the order of decisions, under a lock: it only hands on.
    package init(
        _ set: RuleSet, surroundings: Surroundings = .unknown, remembered: RememberedDecisions = RememberedDecisions(),
        record: @escaping @Sendable (RecordedDecision) -> Void = { _ in }
    ) {
        self.surroundings = surroundings
        self.record = record
        state = Mutex(
            State(
                editions: [Edition(from: 0, set: set)], memory: Memory(remembered.memos.compactMap(\.write)),
                ticket: remembered.lastTicket, recalled: remembered.open))
    }

    /// The edition that decides new events.
    package var current: RuleSet { state.withLock { $0.editions[$0.editions.count - 1].set } }

    /// From an entry on, another edition decides; entries before it are still decided by the one that was in force.
    ///
    /// Told again of the same edition before its boundary came about, the last boundary counts.
    package func change(to set: RuleSet, from sequence: Int64) {
        state.withLock { state in
            Self.withdraw(set.version, in: &state)
            state.editions.append(Edition(from: sequence, set: set))
            // Lanes that lag further behind than this are decided by the oldest edition that is kept, and their traces say so.
            if state.editions.count > 16 { state.editions.removeFirst() }
        }
    }

    /// Forgets a change whose boundary came to nothing.
    package func withdraw(_ version: String) { state.withLock { Self.withdraw(version, in: &$0) } }

    private static func withdraw(_ version: String, in state: inout State) {
        guard state.editions.count > 1, state.editions[state.editions.count - 1].set.version == version else { return }
        state.editions.removeLast()
    }

    package func attendance(at event: Event, _ context: Occasion) -> Attendance { .concluded(conclude(event, context)) }

    /// What the rules come to about an event. Asked again for the same entry before its turn is committed, they say the same.
    package func conclude(_ event: Event, _ context: Occasion) -> Conclusion {
        let set = edition(for: context.sequence)
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: set.prefix)
        let duties = Duties(event, set.policy)
        guard duties != nil || !kinds.isEmpty && set.concerns(event, kinds) else {
            return Conclusion(version: set.version)
        }
        let finds = set.read(event)
        let candidates = set.candidates(for: kinds, finds)
        guard duties != nil || !candidates.isEmpty || set.watches else {
            return Conclusion(version: set.version)
        }
        return state.withLock { state in
            let facts = facts(event, context, set, finds, state.memory)
            set.note(facts)
            if let known = state.recalled.removeValue(forKey: context.sequence) { return known }
            state.ticket += 1
            var passage = Passage(set, facts)
            var conclusion = passage.run(candidates, kinds: kinds, duties: duties)
            if set.countsMessages { Self.countMessage(facts) }
            conclusion.ticket = state.ticket
            let written = state.memory.takeWritten()
            if !written.isEmpty {
                conclusion.isRecorded = true
                record(RecordedDecision(sequence: context.sequence, conclusion: conclusion, written: written))
            }
            return conclusion
        }
    }

    /// Takes in what happened before a restart, so that windows are full again; decides nothing.
    package func relive(_ event: Event, _ context: Occasion) {
        state.withLock { state in
            let set = state.editions[state.editions.count - 1].set
            guard set.watches else { return }
            set.note(facts(event, context, set, TextFinds(hits: []), state.memory))
        }
    }

    private func edition(for sequence: Int64) -> RuleSet {
        state.withLock { state in (state.editions.last { $0.from <= sequence } ?? state.editions[0]).set }
    }

    private func facts(
        _ event: Event, _ context: Occasion, _ set: RuleSet, _ finds: TextFinds, _ memory: Memory
    ) -> Facts {
        Facts(
            event: event, now: context.now, me: context.me, isLate: context.isLate, sequence: context.sequence,
            prefix: set.prefix,
            hits: finds, surroundings: surroundings, memory: memory)
    }

    private static func countMessage(_ facts: Facts) {
        guard case .message = facts.event else { return }
        let key = MemoKey(.seen, "messages", Scope([.user, .clan]).subject(user: facts.actor, channel: 0, clan: facts.clan))
        facts.memory.change(key, .add(1, sinkingBy: nil, at: facts.now), in: .real, at: facts.now)
    }
}
