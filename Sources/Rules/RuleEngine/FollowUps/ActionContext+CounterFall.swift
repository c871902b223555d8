import BotKit
import ChatModel

extension ActionContext {
    /// Notes what a counter has lost since it was last changed, and asks to be woken when its next loss may trigger rules.
    mutating func noteFall(of counter: String, _ scope: SubjectScope, before: StateEntry?, decayed: Int) {
        guard facts.executionMode == .real, !isPostponed, let goals = policy.falls[counter], let decay = policy.decays[counter]
        else { return }
        if let before, before.count > decayed {
            followUps.append(.counter(CounterChange(name: counter, before: before.count, after: decayed)))
        }
        let fall = CounterFall(of: counter, facts.subject(scope))
        guard let due = facts.stateEntry(fall.key)?.nextFall(by: decay, to: goals) else { return }
        wakeupJobs.append(
            .schedule(
                ScheduledJob(
                    fall.text, due: due, clan: facts.clan, channel: facts.channelID,
                    user: scope.contains(.user) ? facts.chosenTarget ?? facts.actor : 0)))
    }
}
