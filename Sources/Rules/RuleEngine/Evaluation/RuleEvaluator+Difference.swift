package import ChatModel
import Foundation

/// An entry in which two states of rules differ.
package struct StateDifference: Sendable, Hashable {
    /// The entry of the other state.
    package var change: SystemEvent.Rewind.StateChange
    /// The value of this state as JSON; nil if it has no such entry.
    package var former: String?
}

extension RuleEvaluator {
    /// Returns the entries in which the stored state of another evaluator differs, in the order of their keys. Neither may have a source.
    ///
    /// Entries that have expired are absent. The time through which they have is not compared, because it follows the time of events.
    package func differences(to other: RuleEvaluator) -> [StateDifference] {
        let (before, after) = (state.keptEntries, other.state.keptEntries)
        return Set(before.keys).union(after.keys).filter { $0.kind != .expiredThrough }.sorted().flatMap { key in
            let (old, new) = (before[key] ?? StateSlot(), after[key] ?? StateSlot())
            let modes = Set([.real] + old.shadows.keys + new.shadows.keys).sorted { $0.name < $1.name }
            return modes.compactMap { mode -> StateDifference? in
                let (old, new) = (old[mode], new[mode])
                guard old != new else { return nil }
                return StateDifference(
                    change: .init(
                        mode: mode.name, kind: key.kind.rawValue, name: key.name, subject: key.subject, value: new?.entry.json,
                        expiresAt: new?.expiresAt),
                    former: old?.entry.json)
            }
        }
    }
}
