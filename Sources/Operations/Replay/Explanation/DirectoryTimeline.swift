import ChatModel
import EventProcessing
import RuleEngine
import Storage
import Synchronization

/// The members and channels known at each decision of a history: as observed by the decision itself, otherwise as last observed
/// or reported before it, otherwise the current data.
final class DirectoryTimeline: Sendable {
    fileprivate struct MemberKey: Hashable {
        var user: UserID
        var clan: ClanID
    }

    fileprivate struct State {
        var observations: [DirectoryObservation] = []
        var members: [MemberKey: Member?] = [:]
        /// The members observed before the last outage; lists that the bot has read since then are not in the journal.
        var unconfirmed: Set<MemberKey> = []
        var channels: [ChannelID: Channel?] = [:]
        var clans: [ClanID: Clan?] = [:]
        var guessed: Set<DirectoryObservation> = []
    }

    private let today: DirectoryLookup
    private let state = Mutex(State())

    init(today: DirectoryLookup) { self.today = today }

    /// The members that the current decision looked up without an earlier observation.
    var guessedMembers: Set<DirectoryObservation> { state.withLock { $0.guessed } }

    /// Records an outage of the bot.
    func restart() { state.withLock { $0.unconfirmed = Set($0.members.keys) } }

    /// Advances to the next decision.
    ///
    /// - Parameter observations: The decision's own observations.
    func advance(to entry: Entry, seeing observations: [DirectoryObservation]) {
        state.withLock { state in
            state.observations = observations
            state.guessed = []
            if let event = entry.event { state.learn(from: event, entry) }
            if case .system(.reconnected)? = entry.event { state.unconfirmed = Set(state.members.keys) }
            for observation in observations { state.learn(observation) }
        }
    }

    /// Uses a later observation of a member for the current decision, if there is no earlier one and no event changed the member
    /// in between.
    func learn(_ observation: DirectoryObservation, afterAll events: [Event]) {
        guard case .member(let user, let clan, let member) = observation else { return }
        let isChanged = events.contains { event in
            switch event {
            case .memberJoined(let membership), .memberLeft(let membership): membership.users.contains(user)
            case .rolesChanged(let change): change.added.contains(user) || change.removed.contains(user)
            default: false
            }
        }
        guard !isChanged else { return }
        state.withLock { state in
            let key = MemberKey(user: user, clan: clan)
            if state.members[key] == nil { state.members[key] = .some(member) }
        }
    }

    /// Confirms guessed members whose roles, with all later changes applied, equal the current ones.
    ///
    /// - Parameter later: The later entries that change members.
    func confirm(with later: [Entry]) {
        state.withLock { state in
            for case .member(let user, let clan, let member) in state.guessed {
                let key = MemberKey(user: user, clan: clan)
                guard state.members[key] != nil else { continue }
                var then = State()
                then.members[key] = .some(member)
                for entry in later { if let event = entry.event { then.learn(from: event, entry) } }
                let now = then.members[key] ?? nil
                guard now.map({ Set($0.roles) }) == today.member(user, clan).map({ Set($0.roles) }) else { continue }
                state.guessed.remove(.member(user, of: clan, member))
            }
        }
    }

    var lookup: DirectoryLookup {
        var lookup = today
        lookup.member = { [self, today] user, clan in
            state.withLock { state in
                let key = MemberKey(user: user, clan: clan)
                let member = today.member(user, clan)
                if let known = state.members[key] {
                    if state.unconfirmed.contains(key), known != member {
                        state.guessed.insert(.member(user, of: clan, known))
                    }
                    return known
                }
                state.guessed.insert(.member(user, of: clan, member))
                return member
            }
        }
        lookup.channel = { [self, today] id in state.withLock { $0.channels[id] } ?? today.channel(id) }
        lookup.clan = { [self, today] id in state.withLock { $0.clans[id] } ?? today.clan(id) }
        lookup.channels = { [self, today] clan in
            state.withLock { state in
                for case .channels(of: clan, let channels) in state.observations { return channels }
                return today.channels(clan)
            }
        }
        lookup.isCurrent = { [self] _ in state.withLock { $0.observations.contains(.rewindIsCurrent(true)) } }
        lookup.hasSeveralClans = { [self, today] in
            for case .severalClans(let isSo) in state.withLock({ $0.observations }) { return isSo }
            return today.hasSeveralClans()
        }
        return lookup
    }
}

extension DirectoryTimeline.State {
    fileprivate mutating func learn(_ observation: DirectoryObservation) {
        switch observation {
        case .member(let user, let clan, let member): set(member, user, clan)
        case .channel(let id, let channel): channels[id] = .some(channel)
        case .clan(let id, let clan): clans[id] = .some(clan)
        case .channels, .person, .severalClans, .rewindIsCurrent: break
        }
    }

    /// Applies the member changes of an event, as the store did on its arrival.
    fileprivate mutating func learn(from event: Event, _ entry: Entry) {
        switch event {
        case .memberJoined(let joined):
            for user in joined.users {
                set(Member(clan: joined.clan, user: user, joinedAt: entry.receivedAt), user, joined.clan)
            }
        case .memberLeft(let left):
            for user in left.users { set(nil, user, left.clan) }
        case .rolesChanged(let change):
            for user in change.added {
                changeRoles(user, of: change.clan) { if !$0.contains(change.role) { $0.append(change.role) } }
            }
            for user in change.removed { changeRoles(user, of: change.clan) { $0.removeAll { $0 == change.role } } }
        default: break
        }
    }

    private mutating func set(_ member: Member?, _ user: UserID, _ clan: ClanID) {
        let key = DirectoryTimeline.MemberKey(user: user, clan: clan)
        members[key] = .some(member)
        unconfirmed.remove(key)
    }

    private mutating func changeRoles(_ user: UserID, of clan: ClanID, _ body: (inout [RoleID]) -> Void) {
        guard var member = members[.init(user: user, clan: clan)] ?? nil else { return }
        body(&member.roles)
        members[.init(user: user, clan: clan)] = member
    }
}
