import BotKit
import ChatModel
import Foundation

extension RuleEvaluation {
    /// Registers the mentioned users whose answers the rule waits for.
    mutating func arm(_ rule: CompiledRule, _ watch: UnansweredTrigger, _ reason: Reason) {
        guard let message = facts.message, let due = watch.due(after: facts.now, in: facts.clan) else { return }
        let pendingMentions = PendingMentions(rule: rule.id, state: facts.state, now: facts.now)
        var seen: Set<UserID> = [message.author.id, facts.me, Mention.everyone, 0]
        let mentioned = message.mentions.map(\.user).filter { seen.insert($0).inserted }.prefix(PendingMentions.maxPerMessage)
        let targets = watch.what == .mention ? mentioned : [PendingMentions.anyone]
        var alarms: [Action] = []
        for target in targets where !isAway(target, watch) && !(facts.member(target)?.isBot ?? false) {
            let name = MentionID(message.id, target)
            guard pendingMentions.status(name) == nil, pendingMentions.hasCapacity(in: facts.clan),
                pendingMentions.messages(for: target, in: message.channel).count < PendingMentions.maxPerUserAndChannel
            else { continue }
            pendingMentions.arm(name, by: message.author.id, in: message.channel, of: facts.clan)
            let continuation = Continuation(
                version: revision, rule: rule.id, list: .then, path: [], event: facts.event, sequence: facts.sequence,
                trigger: facts.trigger, target: target, executionMode: rule.executionMode,
                variables: facts.isLate ? ["late": "true"] : [:],
                found: reason.found,
                reason: reason.sentence)
            alarms.append(
                .schedule(
                    ScheduledJob(
                        name.text, due: due, clan: facts.clan, channel: message.channel, user: message.author.id,
                        note: continuation.json)))
        }
        outcomes?.append(Outcome(rule: rule.id, hit: !alarms.isEmpty, part: reason.part, detail: reason.sentence))
        guard !alarms.isEmpty else { return }
        decision.results.append(
            AuthorResult(author: rule.author, actions: alarms, reason: reason.sentence, summary: "waits for an answer"))
    }

    /// Performs the rule's actions for a mention that was not answered.
    mutating func handleUnanswered(_ name: MentionID, _ occurrence: SystemEvent.Occurrence) {
        guard let rule = set.rules.first(where: { $0.author == occurrence.author }), rule.mode != .disabled,
            case .unanswered(let watch)? = rule.triggers.first?.detail
        else {
            return decision.misses.append(
                .init(author: occurrence.author, reason: "the rule no longer has an 'unanswered' trigger"))
        }
        let pendingMentions = PendingMentions(rule: rule.id, state: facts.state, now: facts.now)
        guard pendingMentions.status(name) == .armed else { return miss(rule, "unanswered", "the user has answered") }
        guard let continuation = try? Continuation(json: occurrence.job.note) else {
            pendingMentions.release(name)
            return miss(rule, "unanswered", "the original message is no longer stored")
        }
        if occurrence.isLate, continuation.variables["late"] != nil {
            pendingMentions.release(name)
            return miss(rule, "late", "it expired long before the event was received")
        }
        if postponeForBackfill(rule, occurrence) { return }
        if isAway(name.target, watch) {
            pendingMentions.release(name)
            return miss(rule, "unanswered.cancelled_by", "\(name.target) is away")
        }
        pendingMentions.set(.told, name)
        facts = facts(of: continuation, by: set)
        facts.executionMode = rule.executionMode
        facts.variables = [:]
        isContinued = true
        let silence = name.target == PendingMentions.anyone ? "nobody has answered" : "\(name.target) has not answered"
        act(rule, .then, Reason("unanswered", silence, found: continuation.found))
        if !isWaiting { pendingMentions.release(name) }
    }

    /// Checks whether an event answers or cancels a pending mention, or ends a silence.
    mutating func checkAwaitedAnswers() {
        if policy.awaitsEvents { endAwaitedWaits() }
        hearVoice()
        recordAbsence()
        for position in set.mentionRules {
            let rule = set.rules[position]
            guard case .unanswered(let watch)? = rule.triggers.first?.detail else { continue }
            let pendingMentions = PendingMentions(rule: rule.id, state: facts.state, now: facts.now)
            for name in answered(watch, pendingMentions) { settle(rule, name, pendingMentions, isAnswer: true) }
            for name in cancelled(watch, pendingMentions) { settle(rule, name, pendingMentions, isAnswer: false) }
        }
    }

    /// Marks users who leave the clan as away until they rejoin.
    private func recordAbsence() {
        func change(_ membership: Membership, _ change: RuleState.Change) {
            for user in membership.users {
                facts.state.change(Self.absence(of: user, from: membership.clan), change, in: .real, at: facts.now)
            }
        }
        switch facts.event {
        case .memberLeft(let membership):
            var entry = StateEntry(at: facts.now)
            entry.until = facts.now + PendingMentions.lifetime
            change(membership, .set(entry))
        case .memberJoined(let membership)
        where membership.users.contains { facts.state.expiredEntry(Self.absence(of: $0, from: membership.clan)) != nil }:
            change(membership, .forget)
        default: break
        }
    }

    private static func absence(of user: UserID, from clan: ClanID) -> StateKey {
        StateKey(.mention, "gone", "u\(user).g\(clan)")
    }

    private func answered(_ watch: UnansweredTrigger, _ pendingMentions: PendingMentions) -> [MentionID] {
        let actor = facts.actor
        guard !actor.isNone else { return [] }
        let target = watch.what == .mention ? actor : PendingMentions.anyone
        var messages: [MessageID] = []
        switch facts.event {
        case .message(let message):
            if watch.answers.contains(.messageInChannel) {
                messages += pendingMentions.messages(for: target, in: message.channel)
            }
            if watch.answers.contains(.reply) { messages += message.references.map(\.message) }
        case .reaction(let reaction):
            if watch.answers.contains(.reaction), !reaction.isRemoval { messages.append(reaction.message) }
        default: return []
        }
        var seen: Set<MessageID> = []
        return messages.filter { seen.insert($0).inserted }.map { MentionID($0, target) }.filter { name in
            guard pendingMentions.status(name) != nil, let page = pendingMentions.record(of: name.message) else { return false }
            // Nobody answers their own question, and no bot answers for people.
            if target == PendingMentions.anyone, page.author == actor || facts.isByBot || page.channel != facts.channelID {
                return false
            }
            guard case .message(let answer) = facts.event else { return true }
            return page.at < facts.now || page.at == facts.now && answer.id > name.message
        }
    }

    private func cancelled(_ watch: UnansweredTrigger, _ pendingMentions: PendingMentions) -> [MentionID] {
        func all(of message: MessageID) -> [MentionID] {
            (pendingMentions.record(of: message)?.targets.keys.sorted() ?? []).compactMap { UserID($0) }.map {
                MentionID(message, $0)
            }
        }
        switch facts.event {
        case .edit(let message) where watch.cancellations.contains(.mentionEditedOut):
            return all(of: message.id).filter { !watch.concerns(message, mentioning: $0.target) }
        case .delete(let removal) where watch.cancellations.contains(.messageDeleted): return all(of: removal.message)
        default: return []
        }
    }

    private mutating func settle(_ rule: CompiledRule, _ name: MentionID, _ pendingMentions: PendingMentions, isAnswer: Bool) {
        let why =
            isAnswer
            ? "\(name.target == PendingMentions.anyone ? facts.actor : name.target) has answered" : "no answer is needed any more"
        switch pendingMentions.status(name) {
        case .armed:
            pendingMentions.release(name)
            cancelJob(name.text, of: rule, because: why)
        case .told where isAnswer: pendingMentions.set(.answered, name)
        case .awaited(let wait) where isAnswer:
            cancelJob(wait, of: rule, because: why)
            let (now, before) = (facts, variables)
            resume(WaitID(wait), isResolved: true)
            followUp()
            (facts, variables, isContinued) = (now, before, false)
        case .awaited(let wait):
            drop(WaitID(wait), of: rule.id)
            pendingMentions.release(name)
            cancelJob(wait, of: rule, because: why)
        case .told: pendingMentions.release(name)
        case .answered, nil: break
        }
    }

    private mutating func cancelJob(_ name: String, of rule: CompiledRule, because reason: String) {
        decision.results.append(
            AuthorResult(author: rule.author, actions: [.cancel(name)], reason: reason, summary: "waits no longer"))
    }

    private func isAway(_ user: UserID, _ watch: UnansweredTrigger) -> Bool {
        guard watch.cancellations.contains(.targetOnLeave) else { return false }
        let keys = [SubjectScope.user, [.user, .clan]].map {
            StateKey(.variable, UnansweredTrigger.leaveVariable, $0.subject(user: user, channel: 0, clan: facts.clan))
        }
        if facts.state.entry(Self.absence(of: user, from: facts.clan), in: .real, at: facts.now) != nil { return true }
        return keys.contains { facts.state.entry($0, in: .real, at: facts.now)?.text == "true" }
    }
}

extension Continuation {
    /// The continuation as the payload of a job.
    var json: JSONValue {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            preconditionFailure("what was written as JSON can be read as such: \(error)")
        }
    }

    init(json: JSONValue) throws {
        self = try JSONDecoder().decode(Continuation.self, from: JSONEncoder().encode(json))
    }
}
