import BotKit
import ChatModel
import Foundation

/// The members whom the rules of one branch keep from writing: muted in a channel, or removed from a clan.
///
/// A measure counts from the event about which it was decided. Mutes and removals by moderators are not here: history shows their effect.
struct Restraints {
    /// The reach of a measure.
    enum Place: Hashable {
        case channel(ChannelID)
        case clan(ClanID)
    }

    /// A measure that keeps a member from writing.
    struct Measure: Hashable {
        var user: UserID
        var place: Place
        /// The rule: `rule:flood`.
        var author: String
        /// The entry about which it was decided.
        var sequence: Int64
        /// The time at which it was taken: what was written before, but received later, is not affected.
        var from: Date
        /// The end of a mute; nil if it is permanent, and for a removal.
        var until: Date?
        /// The end of the same measure of the recorded decision, until which the history shows its effect; nil if that took none.
        var recordedUntil: Date?

        /// Returns whether the history shows its effect at a time.
        func isRecorded(at now: Date) -> Bool { recordedUntil.map { now < $0 } ?? false }

        func holds(at now: Date) -> Bool { from <= now && until.map { now < $0 } ?? true }
    }

    struct Key: Hashable {
        var user: UserID
        var place: Place
    }

    /// The measures that were taken last, by member and reach.
    typealias Measures = [Key: Measure]

    private(set) var measures: Measures = [:]
    /// The messages that were never written, by the measure that has prevented them.
    private var unwritten: [MessageID: Measure] = [:]
    /// The members who stay here but left in the other branch because of its rules, by that measure.
    private var stayed: Measures = [:]

    /// Applies the measures of a decision, and returns those that are new.
    ///
    /// - Parameters:
    ///   - now: The time at which they take effect.
    ///   - recorded: The measures of the recorded decision.
    mutating func apply(_ decision: RuleDecision, at sequence: Int64, _ now: Date, recorded: Set<MemberAction>) -> [Measure] {
        var added: [Measure] = []
        func take(_ action: MemberAction, _ place: Place, _ author: String, until: Date? = nil) {
            let measure = Measure(
                user: action.user, place: place, author: author, sequence: sequence, from: now, until: until,
                recordedUntil: recorded.first { $0.isLike(action) }.map { $0.end })
            measures[Key(user: action.user, place: place)] = measure
            added.append(measure)
        }
        for result in decision.results where !result.isShadow {
            for action in result.actions {
                guard let measure = action.onMember else { continue }
                switch measure {
                case .mute(_, let channel, let until, _): take(measure, .channel(channel), result.author, until: until)
                case .kick(_, let clan, _): take(measure, .clan(clan), result.author)
                case .unmute(let user, let channel): measures[Key(user: user, place: .channel(channel))] = nil
                case .unban, .addRole, .removeRole: break
                }
            }
        }
        return added
    }

    /// Returns whether a measure of the same reach holds for a user.
    func holds(_ measure: Measure, at now: Date) -> Bool { measures.hold(measure, at: now) }

    /// Returns whether the user of a measure is removed from a clan, and could not write without the measure either.
    func isRemoved(_ user: UserID, from clan: ClanID, at now: Date) -> Bool {
        measures[Key(user: user, place: .clan(clan))]?.holds(at: now) ?? false
    }

    /// Returns the measure because of which an event does not happen in this branch; nil if it happens. Joins and lifted mutes end
    /// measures.
    ///
    /// An event that is in the history in spite of a measure that was taken indeed happens, in both branches if both have that measure:
    /// it came too late, or had no effect.
    ///
    /// - Parameter other: The measures of the other branch before the event.
    mutating func prevention(of event: Event, in clan: ClanID, at now: Date, beside other: Measures) -> Measure? {
        guard !measures.isEmpty || !unwritten.isEmpty || !stayed.isEmpty || !other.isEmpty else { return nil }
        switch event {
        case .memberJoined(let membership): return joined(membership)
        case .memberLeft(let membership): return left(membership, at: now, beside: other)
        case .banChanged(let change): return changed(change, at: now, beside: other)
        case .message(let message), .edit(let message):
            if let measure = unwritten[message.id] { return measure }
            guard let measure = measure(against: message.author.id, writingIn: message.channel, of: clan, at: now, beside: other)
            else { return nil }
            if case .message = event { unwritten[message.id] = measure }
            return measure
        default:
            if let measure = unwritten[event.message], !event.message.isNone { return measure }
            if case .system = event { return nil }
            return inForce(Key(user: event.actor, place: .clan(clan)), at: now, beside: other)
        }
    }

    /// Returns whether a message is never written in this branch.
    func isUnwritten(_ message: MessageID) -> Bool { unwritten[message] != nil }

    private func measure(
        against user: UserID, writingIn channel: ChannelID, of clan: ClanID, at now: Date, beside other: Measures
    ) -> Measure? {
        inForce(Key(user: user, place: .channel(channel)), at: now, beside: other)
            ?? inForce(Key(user: user, place: .clan(clan)), at: now, beside: other)
    }

    private func inForce(_ key: Key, at now: Date, beside other: Measures) -> Measure? {
        guard let measure = measures[key], !measure.isRecorded(at: now), measure.holds(at: now), !other.hold(measure, at: now)
        else {
            return nil
        }
        return measure
    }

    private mutating func joined(_ membership: Membership) -> Measure? {
        var prevented: Measure?
        for user in membership.users {
            let key = Key(user: user, place: .clan(membership.clan))
            if measures[key] != nil { measures[key] = nil }
            if let measure = stayed.removeValue(forKey: key) { prevented = measure }
        }
        return membership.users.count == 1 ? prevented : nil
    }

    private mutating func left(_ membership: Membership, at now: Date, beside other: Measures) -> Measure? {
        guard membership.users.count == 1, let user = membership.users.first else { return nil }
        let key = Key(user: user, place: .clan(membership.clan))
        switch (measures[key], other[key]) {
        case (let own?, nil) where !own.isRecorded(at: now): return own
        case (nil, let others?) where others.isRecorded(at: now):
            stayed[key] = others
            return others
        default: return nil
        }
    }

    private mutating func changed(_ change: BanChange, at now: Date, beside other: Measures) -> Measure? {
        let keys = change.users.map { Key(user: $0, place: .channel(change.channel)) }
        guard !change.isLifted else {
            for key in keys where measures[key] != nil { measures[key] = nil }
            return nil
        }
        guard keys.count == 1, let key = keys.first, let others = other[key], others.isRecorded(at: now),
            others.holds(at: now),
            measures[key]?.holds(at: now) != true
        else { return nil }
        return others
    }
}

extension Restraints.Measures {
    /// Returns whether a measure of the same reach holds for a user.
    fileprivate func hold(_ measure: Restraints.Measure, at now: Date) -> Bool {
        self[Restraints.Key(user: measure.user, place: measure.place)]?.holds(at: now) ?? false
    }
}

extension Action {
    /// The action on a member, also one that has been approved; nil for other actions.
    var onMember: MemberAction? {
        switch self {
        case .member(let action): action
        case .resolved(let resolved): if case .member(let action) = resolved.request { action } else { nil }
        default: nil
        }
    }
}

extension MemberAction {
    /// The end of a measure.
    fileprivate var end: Date { if case .mute(_, _, let until?, _) = self { until } else { .distantFuture } }

    /// Returns whether another action is the same measure against the same user in the same place, whatever its end and reason are.
    fileprivate func isLike(_ other: MemberAction) -> Bool {
        (kind, user) == (other.kind, other.user) && (channel, clan) == (other.channel, other.clan)
    }
}
