import BotKit
import ChatModel
import Foundation

/// Channels that rules have locked or slowed down. Mezon has neither: what may not be written is deleted, and its author is told.
///
/// A message that is deleted here counts as never written: it reaches no rule and no bot.
struct RestrictedChannel {
    static let unlockCommand = "unlock"
    private static let noticePause = 60.0  // Seconds between two notices of slow mode to one user.

    let message: Message

    /// Returns what follows from the restrictions of the channel; `nil` if there are none, or if the message is allowed.
    func removal(_ facts: Facts, _ policy: RulePolicy, _ set: RuleSet) -> AuthorResult? {
        let restrictions = restrictions(facts, set)
        guard !restrictions.isEmpty, !facts.actor.isNone, facts.actor != facts.me else { return nil }
        for restriction in restrictions where !isExempt(from: restriction, facts, policy, set) {
            switch restriction.kind {
            case .lock:
                return remove(because: "locked until \(restriction.until.clockText(policy.timeZone))", restriction, facts) {
                    policy.phrases.locked(until: restriction.until.clockText(policy.timeZone))
                }
            case .slowMode:
                let key = restriction.kind.key(.slowModePause, of: facts.actor, in: restriction.channel)
                guard facts.state.entry(key, in: .real, at: facts.now) == nil else {
                    return remove(because: "a message every \(restriction.interval) s", restriction, facts) {
                        policy.phrases.slowed(seconds: Double(restriction.interval))
                    }
                }
                var pause = StateEntry(at: facts.now)
                pause.until = facts.now.addingTimeInterval(Double(restriction.interval))
                facts.state.change(key, .set(pause), in: .real, at: facts.now)
            }
        }
        return nil
    }

    /// Ends the restrictions of the channel if a moderator asks for it with the command; empty otherwise.
    func lifted(_ facts: Facts, _ policy: RulePolicy, _ set: RuleSet) -> [AuthorResult] {
        let words = message.text.prefix(100).split(whereSeparator: \.isWhitespace)
        guard words.count == 1, words[0].lowercased() == policy.prefix + Self.unlockCommand, !policy.prefix.isEmpty,
            !facts.isLate, policy.isModerator(facts.actor, facts)
        else { return [] }
        let ended = restrictions(facts, set)
        guard !ended.isEmpty else { return [] }
        for restriction in ended {
            facts.state.change(restriction.kind.key(restriction.channel), .forget, in: .real, at: facts.now)
        }
        return [
            AuthorResult(
                author: "system:lock", actions: [.ephemeral(Draft(policy.phrases.unlocked), to: facts.actor)],
                reason: "\(facts.actor) ended " + ended.map(\.kind.rawValue).joined(separator: " and "))
        ]
    }

    /// Returns the restrictions of the channel and, for a public thread, of its parent, with the lock first.
    private func restrictions(_ facts: Facts, _ set: RuleSet) -> [ChannelRestriction] {
        ChannelRestriction.Kind.allCases.flatMap { kind in
            facts.places.sorted().compactMap { place in
                let key = kind.key(place)
                guard let entry = facts.state.entry(key, in: .real, at: facts.now),
                    let restriction = ChannelRestriction(key, entry), restriction.holds(at: facts.now)
                else { return nil }
                facts.state.use?.rules.insert(restriction.rule)
                guard set.rules.contains(where: { $0.id == restriction.rule && $0.mode == .enforce })
                else { return nil }
                return restriction
            }
        }
    }

    private func isExempt(
        from restriction: ChannelRestriction, _ facts: Facts, _ policy: RulePolicy, _ set: RuleSet
    ) -> Bool {
        if policy.exempts(facts.actor, facts) { return true }
        return set.rules.first { $0.id == restriction.rule }?.exemption.exemptsUser(in: facts) ?? false
    }

    private func remove(
        because reason: String, _ restriction: ChannelRestriction, _ facts: Facts, telling text: () -> String
    ) -> AuthorResult {
        var actions: [Action] = [.delete()]
        let told = restriction.kind.key(.restrictionNotice, of: facts.actor, in: restriction.channel)
        if facts.state.entry(told, in: .real, at: facts.now) == nil {
            var entry = StateEntry(at: facts.now)
            entry.until =
                restriction.kind == .lock ? restriction.until : facts.now.addingTimeInterval(Self.noticePause)
            facts.state.change(told, .set(entry), in: .real, at: facts.now)
            actions.append(.ephemeral(Draft(text()), to: facts.actor))
        }
        return AuthorResult(author: "system:\(restriction.kind.rawValue)", actions: actions, reason: reason)
    }
}
