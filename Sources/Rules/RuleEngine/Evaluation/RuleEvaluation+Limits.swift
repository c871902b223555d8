import BotKit
import ChatModel
import Foundation

/// Limits on how often a rule acts: per clan for all users, and per channel for one user.
extension RuleEvaluation {
    private static let author = "system:rule-limits"

    /// Counts a hit caused by a user. Returns the limit if it is exceeded; the user is notified the first time.
    mutating func personalLimit(of rule: CompiledRule) -> Int? {
        guard let limit = rule.limits[facts.clan].perUser, !facts.actor.isNone, !facts.channelID.isNone else { return nil }
        let scope = SubjectScope([.user, .channel])
        let subject = scope.subject(user: facts.actor, channel: facts.channelID, clan: 0, after: "person ")
        let end = LimitSpan.minute.end(after: facts.now)
        let count = count(StateKey(.quota, rule.id, subject), until: end)
        guard count >= limit else { return nil }
        if count == limit, facts.executionMode == .real {
            let draft = Draft(policy.phrases.askedOften(until: end.clockText(policy.timeZone)))
            let notice: Action =
                switch (facts.channelID.isExternal, facts.clan.isNone) {
                // Connections have no messages that only one user sees.
                case (true, _) where facts.message != nil: .reply(draft)
                case (true, _), (_, true): .send(draft, to: facts.channelID)
                case (false, false): .ephemeral(draft, to: facts.actor)
                }
            decision.results.append(
                AuthorResult(
                    author: Self.author,
                    actions: [notice],
                    reason: "\(facts.actor) triggered \(rule.id) \(limit) times in a minute"))
        }
        return limit
    }

    /// Counts a hit in the event's clan. Returns a message if a limit is exceeded.
    ///
    /// A hit beyond the limit of its minute does not count for the day: otherwise one flood would stop the rule for the day.
    mutating func countHit(of rule: CompiledRule) -> String? {
        let limits = rule.limits[facts.clan]
        for span in LimitSpan.allCases {
            guard let limit = span == .minute ? limits.perMinute : limits.perDay else { continue }
            let end = span.end(after: facts.now)
            let count = count(LimitSpan.key(rule.id, span.rawValue, facts), until: end)
            guard count >= limit else { continue }
            if limits.onExceed == .disable {
                facts.state.change(disabling(rule), .set(StateEntry(at: facts.now)), in: facts.executionMode, at: facts.now)
            }
            if facts.executionMode == .real {
                if count == limit { alert(of: rule, limit, span) }
                notifyOfPause(of: rule, until: limits.onExceed == .disable ? nil : end)
            }
            return "more than \(limit) hits in a \(span.rawValue)"
        }
        return nil
    }

    func isDisabled(_ rule: CompiledRule) -> Bool {
        rule.limits[facts.clan].onExceed == .disable && facts.stateEntry(disabling(rule)) != nil
    }

    private func disabling(_ rule: CompiledRule) -> StateKey { LimitSpan.key(rule.id, rule.disabling(in: revision), facts) }

    /// Increments a count and returns its previous value.
    private func count(_ key: StateKey, until end: Date) -> Int {
        let change = RuleState.Change.add(1, decay: nil, at: facts.now, until: end)
        return facts.state.change(key, change, in: facts.executionMode, at: facts.now)?.count ?? 0
    }

    private mutating func alert(of rule: CompiledRule, _ limit: Int, _ span: LimitSpan) {
        guard let channel = policy.alerts(facts) else { return }
        let clan = facts.directory.clan(facts.clan)?.name ?? ""
        let isOff = rule.limits[facts.clan].onExceed == .disable
        let draft = Draft(policy.phrases.beyondLimit(rule.id, limit, span, clan: clan, isOff: isOff))
        decision.results.append(
            AuthorResult(author: Self.author, actions: [.send(draft, to: channel)], reason: "\(rule.id) exceeded its limits"))
    }

    /// Notifies users once per channel that a rule does not respond at present. Rules that restrict members send no such notice.
    ///
    /// - Parameter end: The end of the pause; `nil` for a rule that is disabled.
    private mutating func notifyOfPause(of rule: CompiledRule, until end: Date?) {
        guard rule.isExpected(toAnswerIn: facts.channelID), !facts.channelID.isNone, !facts.actor.isNone else { return }
        let key = StateKey(.quota, rule.id, "told c\(facts.channelID)")
        guard facts.stateEntry(key) == nil else { return }
        var entry = StateEntry(at: facts.now)
        entry.until = end ?? LimitSpan.day.end(after: facts.now)
        facts.state.change(key, .set(entry), in: facts.executionMode, at: facts.now)
        let draft = Draft(policy.phrases.answersPaused(until: end?.clockText(policy.timeZone)))
        decision.results.append(
            AuthorResult(
                author: Self.author, actions: [.send(draft, to: facts.channelID)], reason: "\(rule.id) exceeded its limits"))
    }
}
