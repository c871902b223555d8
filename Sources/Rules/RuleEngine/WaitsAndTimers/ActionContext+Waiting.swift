import ChatModel
import Foundation

extension ActionContext {
    /// Defers the remaining actions.
    ///
    /// - Parameter isResolving: A Boolean value that indicates whether the wait ends as soon as the mentioned user answers.
    mutating func wait(until due: Date, isResolving: Bool = false) {
        let pendingMentions = PendingMentions(rule: rule.id, state: facts.state, now: facts.now)
        let mention = isResolving ? facts.chosenTarget.map { MentionID(facts.event.message, $0) } : nil
        if let mention, pendingMentions.status(mention) == .answered {
            facts.variables[WaitAction.resolved] = "true"
            return remark("no wait is needed: the mention has been answered")
        }
        let list = PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state)
        guard list.hasCapacity else {
            stop = .rule
            return remark("\(list.names.count) waits of this rule are pending: the rule ends here")
        }
        let name = WaitID(waitingOf: rule.id, at: facts.sequence, in: facts.state)
        keep(name)
        if let mention { pendingMentions.set(.awaited(name.text), mention) }
        list.add(name.text, at: facts.now)
        wakeupJobs.append(.schedule(job(name, due: due)))
        isWaiting = true
        remark("waits until \(due.dayText(policy.timeZone)) \(due.clockText(policy.timeZone))")
    }

    /// Defers all actions until the earlier runs are finished.
    mutating func queueUp() {
        let name = WaitID(waitingOf: rule.id, at: facts.sequence, in: facts.state)
        keep(name)
        PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state).enqueue(name.text, at: facts.now)
        isWaiting = true
        remark("waits for the previous run")
    }

    private mutating func keep(_ name: WaitID) {
        var stateRecord = StateEntry(at: facts.now)
        stateRecord.text =
            Continuation(
                version: revision, rule: rule.id, list: list, path: path, event: facts.event, sequence: origin,
                trigger: facts.trigger,
                target: facts.chosenTarget, executionMode: facts.executionMode, variables: facts.variables, found: found,
                reason: reason.sentence, clan: facts.clan
            ).text
        facts.state.change(name.key, .set(stateRecord), in: .real, at: facts.now)
    }

    private func job(_ name: WaitID, due: Date) -> ScheduledJob {
        ScheduledJob(
            name.text, due: due, clan: facts.clan, channel: facts.channelID, user: facts.actor,
            note: ["entry": .integer(origin)])
    }

    /// Continues after an action.
    mutating func resume(_ actions: [any RuleAction], at steps: ArraySlice<ActionStep>) {
        guard let first = steps.first else { return perform(actions) }
        guard actions.indices.contains(first.index) else { return }
        if let branch = first.branch, let inner = actions[first.index].branch(branch) {
            within(first) { $0.resume(inner, at: steps.dropFirst()) }
        }
        perform(actions, behind: first.index)
    }
}
