import ChatModel
import Foundation

extension DeferredActions {
    /// Returns the actions delayed by a number of seconds, so that a mute of ten minutes counts from the answer.
    func delayed(by seconds: Double) -> DeferredActions {
        var branch = self
        for index in branch.actions.indices {
            guard case .member(.mute(let user, let channel, let until?, let reason)) = branch.actions[index].request else {
                continue
            }
            branch.actions[index].request = .member(.mute(user, in: channel, until: until + seconds, reason: reason))
        }
        for index in branch.cases.indices { branch.cases[index].until = branch.cases[index].until.map { $0 + seconds } }
        for index in branch.changes.indices { branch.changes[index].change = branch.changes[index].change.delayed(by: seconds) }
        return branch
    }
}

extension RuleState.Change {
    fileprivate func delayed(by seconds: Double) -> RuleState.Change {
        switch self {
        case .add(let amount, let decay, let at, let until):
            return .add(amount, decay: decay, at: at + seconds, until: until.map { $0 + seconds })
        case .addOnce(let thing, let at): return .addOnce(thing, at: at + seconds)
        case .set(var entry):
            entry.at += seconds
            entry.until = entry.until.map { $0 + seconds }
            return .set(entry)
        case .forget: return .forget
        }
    }
}
