import BotKit
import ChatModel
import Foundation

/// Refunds the strikes of ladders when the cases that resulted from them are undone.
///
/// Each strike is refunded once, regardless of how many cases it led to and how often they are undone. Refunds are stored next to
/// the counter.
enum StrikeRefund {
    static let author = "system:strike-refunds"

    static func grant(_ undo: SystemEvent.Undo, _ facts: Facts, _ policy: RulePolicy) -> [AuthorResult] {
        let given = undo.strikes.compactMap { strike -> String? in
            let granted = StateKey(.strikeRefund, strike.counter, "\(strike.subject) #\(strike.entry) \(strike.count)")
            guard facts.state.entry(granted, in: .real, at: facts.now) == nil else { return nil }
            facts.state.change(granted, .set(StateEntry(at: facts.now)), in: .real, at: facts.now)
            let key = StateKey(.counter, strike.counter, strike.subject)
            let decay = policy.decays[strike.counter]
            let entry = facts.state.entry(key, in: .real, at: facts.now)
            let current = entry.map { decay?.applied(to: $0, at: facts.now).count ?? $0.count } ?? 0
            let back = min(strike.remaining(decay: decay, at: facts.now), current)
            guard back > 0 else { return nil }
            facts.state.change(key, .add(-back, decay: decay, at: facts.now), in: .real, at: facts.now)
            return "\(strike.counter) of \(strike.subject): \(current) → \(current - back)"
        }
        guard !given.isEmpty else { return [] }
        return [AuthorResult(author: author, actions: [], reason: given.joined(separator: ", "), summary: "gave back")]
    }
}

extension Strike {
    /// Returns the part of the strike that has not decayed. A counter decays in the order of its strikes, so a strike decays only
    /// after all earlier ones.
    func remaining(decay: CounterDecay?, at now: Date) -> Int {
        guard let decay else { return by }
        let periods = max(0, (now.timeIntervalSince(at) / decay.every).rounded(.down))
        return max(0, min(by, count - Int(min(periods * Double(decay.by), Double(count)))))
    }
}
