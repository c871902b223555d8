import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonClient
import Storage

/// Chooses the activities of members that are journaled: those that a bot asks for, and few of them.
///
/// The server pushes one for each connection of each member. What a filter remembers begins anew with each process.
struct MemberActivityFilter {
    /// The largest number of activities of a clan in a minute. Each is an entry of the journal.
    static let maxPerMinute = 60
    /// The time in seconds for which further typing of a user in a channel is the same.
    static let typingPause: TimeInterval = 30
    private static let maxRemembered = 10_000  // Users or places; beyond that everything is forgotten.

    private struct Place: Hashable {
        var user: UserID
        var clan: ClanID
        var channel: ChannelID
    }

    private let me: UserID
    private let directory: Directory
    private let isObserved: @Sendable (MemberActivity) -> Bool
    private var sessions: [UserID: Set<Int32>] = [:]
    private var presence: [Place: MemberActivity.Kind] = [:]
    private var typing: [Place: Date] = [:]
    private var minutes: [ClanID: (start: Date, count: Int)] = [:]

    /// - Parameter isObserved: Returns whether a bot of the clan or channel asks for an activity.
    init(me: UserID, directory: Directory, isObserved: @escaping @Sendable (MemberActivity) -> Bool) {
        self.me = me
        self.directory = directory
        self.isObserved = isObserved
    }

    /// Separates activities from other events, and adds those that are to be journaled, each with its clan.
    mutating func filtered(_ events: [ReceivedEvent]) -> [ReceivedEvent] {
        guard events.contains(where: { $0.event.activity != nil }) else { return events }
        var kept: [ReceivedEvent] = []
        for event in events {
            guard let activity = event.event.activity else {
                kept.append(event)
                continue
            }
            for chosen in chosen(activity) {
                let event = SystemEvent.activity(chosen)
                kept.append(ReceivedEvent(frame: event.frame, event: .system(event), receivedAt: chosen.at))
            }
        }
        return kept
    }

    private mutating func chosen(_ pushed: MemberActivity) -> [MemberActivity] {
        guard pushed.user != me, !pushed.user.isNone else { return [] }
        var activity = pushed
        activity.session = nil
        if activity.kind == .typing {
            // The clan that the directory knows counts, not the one that an event claims.
            guard let channel = directory.channel(activity.channel), !channel.clan.isNone else { return [] }
            activity.clan = channel.clan
            return accepts(activity) ? [activity] : []
        }
        guard isChange(pushed) else { return [] }
        var chosen: [MemberActivity] = []
        for clan in directory.clans(of: activity.user) {
            activity.clan = clan
            if accepts(activity) { chosen.append(activity) }
        }
        return chosen
    }

    /// Returns whether a connection is the first or the last one of its user. Connections from before this process are unknown.
    private mutating func isChange(_ pushed: MemberActivity) -> Bool {
        if sessions.count >= Self.maxRemembered { sessions = [:] }
        let session = pushed.session ?? 0
        var open = sessions[pushed.user] ?? []
        let wasOnline = !open.isEmpty
        if pushed.kind == .online { open.insert(session) } else { open.remove(session) }
        sessions[pushed.user] = open.isEmpty ? nil : open
        return pushed.kind == .online ? !wasOnline : open.isEmpty
    }

    private mutating func accepts(_ activity: MemberActivity) -> Bool {
        let place = Place(user: activity.user, clan: activity.clan, channel: activity.channel)
        guard isObserved(activity) else {
            presence[place] = nil
            return false
        }
        if activity.kind == .typing {
            if let last = typing[place], activity.at.timeIntervalSince(last) < Self.typingPause { return false }
        } else if presence[place] == activity.kind {
            return false
        }
        guard isWithinLimit(activity) else { return false }
        if activity.kind == .typing {
            if typing.count >= Self.maxRemembered { typing = [:] }
            typing[place] = activity.at
        } else {
            if presence.count >= Self.maxRemembered { presence = [:] }
            presence[place] = activity.kind
        }
        return true
    }

    private mutating func isWithinLimit(_ activity: MemberActivity) -> Bool {
        var minute = minutes[activity.clan] ?? (start: activity.at, count: 0)
        if activity.at.timeIntervalSince(minute.start) >= 60 { minute = (start: activity.at, count: 0) }
        guard minute.count < Self.maxPerMinute else { return false }
        minute.count += 1
        minutes[activity.clan] = minute  // As many as there are clans.
        return true
    }
}

extension Event {
    fileprivate var activity: MemberActivity? { if case .system(.activity(let activity)) = self { activity } else { nil } }
}

extension CompiledConfiguration {
    /// The kinds of activities of members that some bot asks for. Who comes online again has gone offline before.
    var observedActivities: Set<MemberActivity.Kind> {
        let kinds = bots.all.joined().reduce(into: Set<MemberActivity.Kind>()) { $0.formUnion($1.manifest.activities) }
        return kinds.isDisjoint(with: [.online, .offline]) ? kinds : kinds.union([.online, .offline])
    }

    /// The filter of the activities that are journaled. The bots stay the same until a restart.
    func activityFilter(_ directory: Directory, me: UserID) -> MemberActivityFilter {
        MemberActivityFilter(me: me, directory: directory) { [bots] activity in
            bots[activity.clan].contains { placement in
                guard placement.manifest.activities.contains(activity.kind) else { return false }
                if placement.reach.contains(activity.channel, of: activity.clan) { return true }
                // A bot of a few channels receives the presence in their clan.
                return activity.channel.isNone
                    && placement.reach.channels.contains { directory.channel($0)?.clan == activity.clan }
            }
        }
    }
}
