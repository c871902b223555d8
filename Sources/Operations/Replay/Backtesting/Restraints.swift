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

        fileprivate var order: Int { if case .clan = self { 0 } else { 1 } }

        fileprivate var number: Int64 {
            switch self {
            case .channel(let channel): channel.rawValue
            case .clan(let clan): clan.rawValue
            }
        }
    }

    /// A measure that keeps a member from writing.
    struct Measure: Hashable {
        var user: UserID
        var place: Place
        /// The clan in which it was taken.
        var clan: ClanID
        /// The rule or bot: `rule:flood`.
        var author: String
        /// The entry about which it was decided.
        var sequence: Int64
        /// The time at which it was taken: what was written before, but received later, is not affected.
        var from: Date
        /// The end of a mute; nil if it is permanent, and for a removal.
        var until: Date?

        func holds(at now: Date) -> Bool { from <= now && until.map { now < $0 } ?? true }

        /// The member and the reach.
        var key: Key { Key(user: user, place: place) }
    }

    struct Key: Hashable, Comparable {
        var user: UserID
        var place: Place

        static func < (left: Key, right: Key) -> Bool {
            (left.user, left.place.order, left.place.number) < (right.user, right.place.order, right.place.number)
        }
    }

    /// The measures by member and reach.
    typealias Measures = [UserID: [Place: Timeline]]

    /// The measures of one reach against a member, in the order in which they took effect: each replaces the one before.
    struct Timeline: Hashable {
        /// The measures, the last of which counts. A lift is one that ends as it begins.
        private(set) var measures: [Measure] = []

        private static let limit = 64  // Messages that arrive late are compared with the measures of their time.

        /// The measure that holds at a time; nil if there is none.
        func inForce(at now: Date) -> Measure? {
            guard let measure = measures.last(where: { $0.from <= now }), measure.holds(at: now) else { return nil }
            return measure
        }

        /// Adds a measure.
        ///
        /// - Parameter isLate: A Boolean value that indicates whether those that took effect later may be here already.
        mutating func add(_ measure: Measure, isLate: Bool) {
            var measure = measure
            var index = measures.endIndex
            if isLate {
                index = measures.lastIndex { $0.from <= measure.from }.map { $0 + 1 } ?? 0
            } else if let last = measures.last, last.from > measure.from {
                measure.from = last.from
            }
            measures.insert(measure, at: index)
            if measures.count > Self.limit { measures.removeFirst() }
        }
    }

    private(set) var measures: Measures = [:]
    /// The messages that were never written, by the measure that has prevented them.
    private var unwritten: [MessageID: Measure] = [:]
    /// The members who stay here but left in the other branch because of its rules, by that measure.
    private var stayed: [Key: Measure] = [:]

    /// A Boolean value that indicates whether nobody is or was kept from writing.
    var isEmpty: Bool { measures.isEmpty && unwritten.isEmpty && stayed.isEmpty }

    /// Applies actions on members, and returns the members and places of measures that are new or lifted.
    ///
    /// - Parameter ineffective: The members and places about which the recorded actions because of the same entry had no effect.
    mutating func apply(_ taken: MemberActions, except ineffective: Set<Key> = []) -> [Key] {
        measures.apply(taken, except: ineffective)
    }

    /// Returns the time from which a member is free to write in this branch while the history still lacks what the member would have
    /// written, because of a measure of the other branch: now, if nothing keeps the member from it; nil if the member is not free before.
    func release(before end: Date, under key: Key, at now: Date) -> Date? {
        guard let own = measures.inForce(key, at: now) else { return now }
        return own.until.flatMap { $0 < end ? $0 : nil }
    }

    /// The members and places of the measures against users.
    func keys(of users: [UserID]) -> [Key] {
        users.flatMap { user in measures[user]?.keys.map { Key(user: user, place: $0) } ?? [] }
    }

    /// Returns whether the user of a measure is removed from a clan, and could not write without the measure either.
    func isRemoved(_ user: UserID, from clan: ClanID, at now: Date) -> Bool {
        measures.inForce(Key(user: user, place: .clan(clan)), at: now) != nil
    }

    /// Returns the measure because of which an event does not happen in this branch; nil if it happens. Joins and lifted mutes end
    /// measures.
    ///
    /// An event that is in the history in spite of a measure that was taken indeed happens, in both branches if both have that measure:
    /// it came too late, or had no effect.
    ///
    /// - Parameters:
    ///   - other: The measures of the other branch before the event.
    ///   - history: The measures whose effect the history shows.
    mutating func prevention(
        of event: Event, in clan: ClanID, at now: Date, beside other: Measures, in history: RecordedRestraints
    ) -> Measure? {
        guard !isEmpty || !other.isEmpty else { return nil }
        switch event {
        case .memberJoined(let membership): return joined(membership, at: now)
        case .memberLeft(let membership): return left(membership, at: now, beside: other, in: history)
        case .banChanged(let change): return changed(change, at: now, beside: other, in: history)
        case .message(let message), .edit(let message):
            if let measure = unwritten[message.id] { return measure }
            let author = message.author.id
            guard
                let measure = inForce(
                    Key(user: author, place: .channel(message.channel)), at: now, beside: other, in: history)
                    ?? inForce(Key(user: author, place: .clan(clan)), at: now, beside: other, in: history)
            else { return nil }
            if case .message = event { unwritten[message.id] = measure }
            return measure
        default:
            if let measure = unwritten[event.message], !event.message.isNone { return measure }
            if case .system = event { return nil }
            return inForce(Key(user: event.actor, place: .clan(clan)), at: now, beside: other, in: history)
        }
    }

    /// Returns whether a message is never written in this branch.
    func isUnwritten(_ message: MessageID) -> Bool { unwritten[message] != nil }

    /// The measure of this branch alone that holds for a member; nil if the history shows its effect, or if there is none.
    private func inForce(_ key: Key, at now: Date, beside other: Measures, in history: RecordedRestraints) -> Measure? {
        guard let measure = measures.inForce(key, at: now), history.inForce(key, at: now) == nil,
            other.inForce(key, at: now) == nil
        else { return nil }
        return measure
    }

    private mutating func joined(_ membership: Membership, at now: Date) -> Measure? {
        var prevented: Measure?
        for user in membership.users {
            let key = Key(user: user, place: .clan(membership.clan))
            measures.lift(key, at: now)
            if let measure = stayed.removeValue(forKey: key) { prevented = measure }
        }
        return membership.users.count == 1 ? prevented : nil
    }

    private mutating func left(
        _ membership: Membership, at now: Date, beside other: Measures, in history: RecordedRestraints
    ) -> Measure? {
        guard membership.users.count == 1, let user = membership.users.first else { return nil }
        let key = Key(user: user, place: .clan(membership.clan))
        let isRecorded = history.inForce(key, at: now) != nil
        switch (measures.inForce(key, at: now), other.inForce(key, at: now)) {
        case (let own?, nil) where !isRecorded: return own
        case (nil, let others?) where isRecorded:
            stayed[key] = others
            return others
        default: return nil
        }
    }

    private mutating func changed(
        _ change: BanChange, at now: Date, beside other: Measures, in history: RecordedRestraints
    ) -> Measure? {
        guard !change.isLifted else {
            for key in history.lifted(by: change, at: now) { measures.lift(key, at: now) }
            return nil
        }
        guard change.users.count == 1, let user = change.users.first else { return nil }
        let key = Key(user: user, place: .channel(change.channel))
        guard let others = other.inForce(key, at: now), history.inForce(key, at: now) != nil,
            measures.inForce(key, at: now) == nil
        else { return nil }
        return others
    }
}

extension Restraints.Measures {
    /// The measure of a reach that holds for a member; nil if there is none.
    func inForce(_ key: Restraints.Key, at now: Date) -> Restraints.Measure? { self[key.user]?[key.place]?.inForce(at: now) }

    /// Lifts the measures against a member.
    mutating func lift(_ key: Restraints.Key, at now: Date, isLate: Bool = false) {
        guard self[key.user]?[key.place] != nil else { return }
        let lift = Restraints.Measure(
            user: key.user, place: key.place, clan: 0, author: "", sequence: 0, from: now, until: now)
        self[key.user]?[key.place]?.add(lift, isLate: isLate)
    }

    /// Applies actions on members, and returns the members and places of measures that are new or lifted.
    mutating func apply(_ taken: MemberActions, except ineffective: Set<Restraints.Key> = []) -> [Restraints.Key] {
        var changed: [Restraints.Key] = []
        for (author, action) in taken.actions {
            guard let key = action.restraintKey, !ineffective.contains(key) else { continue }
            changed.append(key)
            guard let end = action.end else {
                lift(key, at: taken.at, isLate: taken.isLate)
                continue
            }
            let measure = Restraints.Measure(
                user: key.user, place: key.place, clan: taken.clan, author: author, sequence: taken.sequence, from: taken.at,
                until: end == .distantFuture ? nil : end)
            self[key.user, default: [:]][key.place, default: .init()].add(measure, isLate: taken.isLate)
        }
        return changed
    }
}
