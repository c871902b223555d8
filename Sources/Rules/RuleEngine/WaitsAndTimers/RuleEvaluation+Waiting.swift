import BotKit
import ChatModel
import Foundation
import Recurrence

extension RuleEvaluation {
    /// Continues a rule after a wait.
    ///
    /// - Parameters:
    ///   - isResolved: A Boolean value that indicates whether the awaited answer came before the wait was over.
    ///   - answer: The text of the awaited message.
    mutating func resume(_ name: WaitID, isResolved: Bool = false, answer: String? = nil) {
        guard let entry = facts.state.expiredEntry(name.key) else {
            return decision.misses.append(.init(author: "system:waits", reason: "\(name.text) has already ended"))
        }
        facts.state.change(name.key, .forget, in: .real, at: facts.now)
        let continuation: Continuation
        do {
            continuation = try Continuation(entry.text)
        } catch {
            return giveUp(name.text, "it could not be decoded: \(DecodingErrorDescription.words(for: error))")
        }
        let list = PendingWaits(rule: continuation.rule, clan: continuation.clan, state: facts.state)
        list.remove(name.text, at: facts.now)
        // A rule that is left out of the set still finishes what it has begun.
        let isCurrent = continuation.version == revision && set.rules.contains { $0.id == continuation.rule }
        let origin = isCurrent ? set : formerRevision(continuation.version)
        guard let origin, let rule = origin.rules.first(where: { $0.id == continuation.rule }) else {
            MentionID(continuation).map(pendingMentions(of: continuation.rule).release)
            giveUp(continuation.rule, "revision \(continuation.version), which began it, is no longer available")
            return beginNext(of: list)
        }
        var known = facts(of: continuation, by: origin)
        if continuation.isAwaited == true {
            known.variables[WaitAction.resolved] = "\(isResolved)"
            known.variables[AwaitedEvent.answer] = answer.map { String($0.prefix(SetAction.maxValueLength)) }
        }
        let mention = MentionID(continuation)
        let pendingMentions = pendingMentions(of: continuation.rule)
        if let mention, pendingMentions.status(mention) == .awaited(name.text) {
            known.variables[WaitAction.resolved] = "\(isResolved)"
            pendingMentions.set(isResolved ? .answered : .told, mention)
        }
        var context = ActionContext(
            facts: known, rule: rule, reason: Reason("wait", "is over: \(continuation.reason)"),
            version: origin.version, policy: origin.policies[known.clan], list: continuation.list,
            origin: continuation.sequence
        )
        context.found = continuation.found
        context.resume(rule.actions(in: continuation.list), at: continuation.path[...])
        isContinued = true
        facts = self.facts(of: continuation, by: set)
        finish(context, Reason("wait", continuation.reason), note: "")
        guard !context.isWaiting else { return }
        mention.map(pendingMentions.release)
        beginNext(of: list)
    }

    /// Drops what a rule has deferred to a job that was cancelled.
    mutating func abandon(_ occurrence: SystemEvent.Occurrence) {
        if let name = SilenceID(comingWith: facts.event) {
            facts.state.change(name.key, .forget, in: .real, at: facts.now)
        } else if let name = MentionID(endingWith: facts.event) {
            pendingMentions(of: RuleAuthor.rule(of: occurrence.author)).release(name)
        } else if let name = WaitID(endingWith: facts.event), let entry = facts.state.expiredEntry(name.key) {
            let list = drop(name, of: RuleAuthor.rule(of: occurrence.author))
            (try? Continuation(entry.text)).flatMap(MentionID.init).map(pendingMentions(of: list.rule).release)
            beginNext(of: list)
        }
        decision.misses.append(.init(author: occurrence.author, reason: "'\(occurrence.job.name)' was cancelled"))
    }

    /// Ends a wait of any rule without performing what it has put off.
    mutating func end(_ ended: EndedWait) {
        guard facts.state.expiredEntry(ended.wait.key) != nil else { return }
        drop(ended.wait, of: ended.rule)
        decision.results.append(
            AuthorResult(author: RuleAuthor.name(of: ended.rule), actions: [.cancel(ended.wait.text)], reason: "it was cancelled")
        )
    }

    /// Removes a wait and returns the list from which it was removed.
    @discardableResult
    func drop(_ name: WaitID, of rule: String) -> PendingWaits {
        let clan = facts.state.expiredEntry(name.key).flatMap { try? Continuation($0.text) }?.clan
        facts.state.change(name.key, .forget, in: .real, at: facts.now)
        let list = PendingWaits(rule: rule, clan: clan, state: facts.state)
        list.remove(name.text, at: facts.now)
        return list
    }

    private func pendingMentions(of rule: String) -> PendingMentions {
        PendingMentions(rule: rule, state: facts.state, now: facts.now)
    }

    /// Returns the facts of the original event at the current time.
    func facts(of continuation: Continuation, by set: RuleSet) -> Facts {
        var continued = facts
        continued.event = continuation.event
        continued.hits = set.read(continuation.event)
        continued.rule = continuation.rule
        continued.trigger = continuation.trigger
        continued.chosenTarget = continuation.target.flatMap { $0.isNone ? nil : $0 }
        continued.origin = continuation.sequence
        continued.sanction = continuation.sanction
        continued.executionMode = continuation.executionMode
        continued.variables = continuation.variables
        return continued
    }

    /// Starts the next queued run of a rule once the previous one is finished.
    mutating func beginNext(of list: PendingWaits) {
        guard let next = list.dequeue(at: facts.now) else { return }
        list.add(next, at: facts.now)
        decision.results.append(
            AuthorResult(
                author: RuleAuthor.name(of: list.rule), actions: [.schedule(ScheduledJob(next, due: facts.now))],
                reason: "the previous run is finished"))
    }

    private mutating func giveUp(_ what: String, _ why: String) {
        let text = policy.phrases.abandoned(what, why)
        decision.results.append(
            AuthorResult(
                author: "system:waits", actions: policy.alerts(facts).map { [.send(Draft(text), to: $0)] } ?? [],
                reason: "\(what): \(why)",
                summary: "failed"))
    }

    /// Returns the effect of an unfinished earlier run on a new one; `nil` for triggers other than schedules.
    func overlap(of rule: CompiledRule, _ trigger: RuleTrigger) -> OverlapPolicy.Verdict? {
        guard case .schedule(let schedule, _) = trigger.detail else { return nil }
        let list = PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state)
        return schedule.overlap.verdict(running: list.names.count, waiting: list.queue.count)
    }

    /// Ends all pending waits of a rule in the event's clan.
    mutating func endWaits(of rule: CompiledRule, because reason: String) {
        let list = PendingWaits(rule: rule.id, clan: facts.clan, state: facts.state)
        let names = list.names
        for name in names {
            facts.state.change(WaitID(name).key, .forget, in: .real, at: facts.now)
            list.remove(name, at: facts.now)
        }
        guard !names.isEmpty else { return }
        decision.results.append(
            AuthorResult(author: rule.author, actions: names.map(Action.cancel), reason: reason))
    }

    /// Returns the time at which a run begins because of jitter; `nil` to begin at once.
    func delay(of rule: CompiledRule, _ trigger: RuleTrigger) -> Date? {
        guard case .schedule(let schedule, _) = trigger.detail, schedule.jitter > .zero,
            case .system(.due(let occurrence)) = facts.event
        else { return nil }
        let due = occurrence.job.due
        let offset = Jitter(bound: schedule.jitter, seed: 0).offset(of: rule.id, due: due)
        let begin = due + offset / .seconds(1)
        return begin > facts.now ? begin : nil
    }
}
