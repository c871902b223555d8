import BotKit
import ChatModel
import Foundation

/// The members whom the rules and bots of one branch keep from writing: muted in a channel, or removed from a clan.
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
        /// The rule or bot: `rule:flood`.
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

        /// The time through which the history lacks what the member would have written; nil if it does not.
        func recordedEnd(at now: Date) -> Date? {
            guard isRecorded(at: now), holds(at: now), let recordedUntil else { return nil }
            return min(recordedUntil, until ?? .distantFuture)
        }

        /// The member and the reach.
        var key: Key { Key(user: user, place: place) }
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

    /// Applies actions on members, and returns the members and places of measures that are new or lifted.
    ///
    /// - Parameters:
    ///   - sequence: The entry about which they were decided. What was decided about a later one stays.
    ///   - now: The time at which they take effect.
    ///   - recorded: All actions on members because of the entry in the history.
    mutating func apply(
        _ actions: [AuthoredMemberAction], at sequence: Int64, _ now: Date, recorded: Set<MemberAction>
    ) -> [Key] {
        var changed: [Key] = []
        for (author, action) in actions {
            guard let key = action.restraintKey, measures[key].map({ $0.sequence <= sequence }) ?? true else { continue }
            changed.append(key)
            guard let end = action.end else {
                measures[key] = nil
                continue
            }
            measures[key] = Measure(
                user: action.user, place: key.place, author: author, sequence: sequence, from: now,
                until: end == .distantFuture ? nil : end,
                recordedUntil: recorded.first { $0.restraintKey == key && $0.end != nil }.flatMap(\.end))
        }
        return changed
    }

    /// Notes that recorded actions have replaced or lifted measures: from now on the history shows their effect instead. Precedes what
    /// the branches decide about the same entry.
    mutating func note(recorded: Set<MemberAction>, at now: Date) {
        for action in recorded {
            guard let key = action.restraintKey, let measure = measures[key], measure.isRecorded(at: now) else { continue }
            measures[key]?.recordedUntil = action.end ?? now
        }
    }

    /// Returns the time from which a member is free to write in this branch while the history still lacks what the member would have
    /// written, because of a measure of the other branch: now, if nothing keeps the member from it; nil if the member is not free before.
    func release(before end: Date, under key: Key, at now: Date) -> Date? {
        guard let own = measures[key], own.holds(at: now) else { return now }
        return own.until.flatMap { $0 < end ? $0 : nil }
    }

    /// The members and places of the measures against users.
    func keys(of users: [UserID]) -> [Key] { measures.keys.filter { users.contains($0.user) } }

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
    /// - Parameters:
    ///   - other: The measures of the other branch before the event.
    ///   - me: The bot's own account. What it lifts is lifted in the branches that lift it.
    mutating func prevention(
        of event: Event, in clan: ClanID, at now: Date, beside other: Measures, me: UserID
    ) -> Measure? {
        guard !measures.isEmpty || !unwritten.isEmpty || !stayed.isEmpty || !other.isEmpty else { return nil }
        switch event {
        case .memberJoined(let membership): return joined(membership)
        case .memberLeft(let membership): return left(membership, at: now, beside: other)
        case .banChanged(let change):
            if change.isLifted, change.by == me { return nil }
            return changed(change, at: now, beside: other)
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

/// An action on a member, with the rule or bot that takes it.
typealias AuthoredMemberAction = (author: String, action: MemberAction)

extension RuleDecision {
    /// The actions on members that are not in shadow mode.
    var onMembers: [AuthoredMemberAction] {
        results.filter { !$0.isShadow }.flatMap { result in result.actions.compactMap(\.onMember).map { (result.author, $0) } }
    }
}

extension MemberAction {
    /// The member and the reach of a measure that keeps a member from writing, or lifts one; nil for other actions.
    fileprivate var restraintKey: Restraints.Key? {
        switch self {
        case .mute(let user, let channel, _, _), .unmute(let user, let channel):
            Restraints.Key(user: user, place: .channel(channel))
        case .kick(let user, let clan, _): Restraints.Key(user: user, place: .clan(clan))
        case .unban, .addRole, .removeRole: nil
        }
    }

    /// The end of a measure; nil for actions that keep nobody from writing.
    fileprivate var end: Date? {
        switch self {
        case .mute(_, _, let until, _): until ?? .distantFuture
        case .kick: .distantFuture
        case .unmute, .unban, .addRole, .removeRole: nil
        }
    }
}
