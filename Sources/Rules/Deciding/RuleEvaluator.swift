package import BotKit
import Foundation
package import MezonModel

/// Decides about one event after the other, over one memory: what the running house and a replay have in common.
///
/// The same events in the same order, with the same sightings and the same restarts, give the same conclusions. Not sent anywhere.
package struct RuleEvaluator {
    /// What it came to about one event.
    package struct Evaluation {
        package var conclusion: RuleDecision
        /// What it saw of people and places on the way.
        package var sightings: [DirectoryObservation]
        var written: [RuleState.Write]
    }

    private let memory: RuleState

    package init(remembering memos: [StoredStateEntry] = []) { memory = RuleState(memos.compactMap(\.write)) }

    /// - Parameter former: editions of former days by their names, for what they have begun.
    package func judge(
        _ matter: RuleInput, _ context: EventContext, by set: RuleSet, seeing surroundings: DirectoryLookup,
        former: @escaping (String) -> RuleSet? = { _ in nil }
    ) -> Evaluation {
        let witness = RecordingDirectory(surroundings)
        let facts = facts(matter.event, context, set, matter.prefix, matter.finds, witness)
        set.note(facts)
        var passage = RuleEvaluation(set, facts, former: former)
        let conclusion = passage.run(matter.candidates, kinds: matter.kinds, duties: matter.duties)
        if set.countsMessages { Self.countMessage(facts) }
        return Evaluation(conclusion: conclusion, sightings: witness.seen, written: memory.takeWritten())
    }

    /// Takes in what happened before, so that windows are full again; decides nothing.
    package func relive(_ event: Event, _ context: EventContext, by set: RuleSet) {
        if set.watches { note(event, context, by: set) }
    }

    /// Counts an event whose decision was lost before it was on disk, and which later ones had seen by then.
    ///
    /// Nothing is known of places meanwhile: what is counted must be the same whenever it is.
    package func note(_ event: Event, _ context: EventContext, by set: RuleSet) {
        set.note(
            facts(event, context, set, set.policies[event.clan].prefix, TextScanResult(hits: []), RecordingDirectory(.unknown)))
    }

    /// The limits that rules have reached.
    func trippedLimits(of set: RuleSet, at now: Date) -> [TrippedLimit] { set.trippedLimits(in: memory, at: now) }

    /// Forgets what no store keeps, as the end of a process does.
    package func restart() { memory.restart() }

    func facts(
        _ event: Event, _ context: EventContext, _ set: RuleSet, _ prefix: String, _ finds: TextScanResult,
        _ witness: RecordingDirectory
    ) -> Facts {
        Facts(
            event: event, now: context.now, me: context.me, isLate: context.isLate, sequence: context.sequence,
            prefix: prefix, hits: finds, surroundings: witness, memory: memory,
            privateChannels: set.privateChannels)
    }

    private static func countMessage(_ facts: Facts) {
        guard case .message = facts.event else { return }
        let key = StateKey(
            .seen, "messages", SubjectScope([.user, .clan]).subject(user: facts.actor, channel: 0, clan: facts.clan))
        facts.memory.change(key, .add(1, sinkingBy: nil, at: facts.now), in: .real, at: facts.now)
    }
}
