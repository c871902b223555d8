import ChatModel
import Foundation

extension ActionContext {
    /// Defers the remaining actions.
    ///
    /// - Parameters:
    ///   - isResolving: A Boolean value that indicates whether the wait ends as soon as the mentioned user answers.
    ///   - awaited: The event that ends the wait early.
    mutating func wait(until due: Date, isResolving: Bool = false, awaited: AwaitedEvent? = nil) {
        let pendingMentions = PendingMentions(rule: rule.id, state: facts.state, now: facts.now)
        let mention = isResolving ? MentionID(facts.event.message, facts.chosenTarget ?? 0) : nil
        if let mention, pendingMentions.status(mention) == .answered {
            facts.variables[WaitAction.resolved] = "true"
            return remark("no wait is needed: the mention has been answered")
        }
        let list = PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state)
        guard list.hasCapacity else {
            stop = .rule
            return remark("\(list.names.count) waits of this rule are pending: the rule ends here")
        }
        let name = begin(list, until: due, isAwaited: awaited != nil)
        if let awaited, let user = awaited.user(facts) {
            let item = AwaitedWaits.Item(rule: rule.id, wait: name, user: user, acceptsBots: awaited.acceptsBots)
            AwaitedWaits(key: awaited.key(user, facts), state: facts.state, now: facts.now).add(item, until: due)
        }
        if let mention { pendingMentions.set(.awaited(name.text), mention) }
        isWaiting = true
        remark("waits until \(due.dayText(policy.timeZone)) \(due.clockText(policy.timeZone))")
    }

    /// Puts off the actions of a branch of the current action, and goes on. Returns the name of the wait; nil if there is no room.
    mutating func putOff(_ branch: String, until due: Date) -> WaitID? {
        let list = PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state)
        guard list.hasCapacity else {
            remark("\(list.names.count) waits of this rule are pending: nothing is scheduled")
            return nil
        }
        let last = path.indices.last
        if let last { path[last].branch = branch }
        let name = begin(list, until: due)
        if let last { path[last].branch = nil }
        remark("scheduled for \(due.dayText(policy.timeZone)) \(due.clockText(policy.timeZone))")
        return name
    }

    private mutating func begin(_ list: PendingWaits, until due: Date, isAwaited: Bool = false) -> WaitID {
        let name = WaitID(waitingOf: rule.id, at: facts.sequence, in: facts.state)
        keep(name, isAwaited: isAwaited)
        list.add(name.text, at: facts.now)
        wakeupJobs.append(.schedule(job(name, due: due)))
        return name
    }

    /// Defers all actions until the earlier runs are finished.
    mutating func queueUp() {
        let name = WaitID(waitingOf: rule.id, at: facts.sequence, in: facts.state)
        keep(name)
        PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state).enqueue(name.text, at: facts.now)
        isWaiting = true
        remark("waits for the previous run")
    }

    private mutating func keep(_ name: WaitID, isAwaited: Bool = false) {
        var entry = StateEntry(at: facts.now)
        entry.text =
            Continuation(
                version: revision, rule: rule.id, list: list, path: path, event: facts.event, sequence: origin,
                trigger: facts.trigger,
                target: facts.chosenTarget ?? (rule.triggers.first?.kind == .unanswered ? 0 : nil),
                executionMode: facts.executionMode, variables: facts.variables, found: found,
                reason: reason.sentence, isAwaited: isAwaited ? true : nil, sanction: facts.sanction, clan: facts.clan
            ).text
        facts.state.change(name.key, .set(entry), in: .real, at: facts.now)
    }

    private func job(_ name: WaitID, due: Date) -> ScheduledJob {
        ScheduledJob(
            name.text, due: due, clan: facts.clan, channel: facts.channelID, user: facts.actor,
            note: ["entry": .integer(origin)])
    }

    /// Continues after an action. Returns whether the actions after the outermost step are still to be performed.
    @discardableResult
    mutating func resume(_ actions: [any RuleAction], at steps: ArraySlice<ActionStep>) -> Bool {
        guard let first = steps.first else {
            perform(actions)
            return true
        }
        guard actions.indices.contains(first.index) else { return true }
        let action = actions[first.index]
        if let branch = first.branch, let inner = action.branch(branch) {
            var isAttached = !action.isDetached
            within(first) { context in
                if !context.resume(inner, at: steps.dropFirst()) { isAttached = false }
            }
            guard isAttached else { return false }
            within(ActionStep(index: first.index)) { action.goOn(after: branch, &$0) }
        }
        perform(actions, behind: first.index)
        return true
    }
}
