import ChatModel
import Foundation

/// The members of clans and their roles, kept in memory because every message looks them up.
struct MemberDirectory: Sendable {
    private var members: [ClanID: [UserID: Member]] = [:]
    private var roles: [ClanID: [RoleID: Role]] = [:]
    /// The accounts whose kind the server has reported or has yet to be asked for; the same in every clan.
    private var accounts: [UserID: AccountKind]
    /// The changes that events report while a clan's list is being read, which may be older.
    private var changesDuringListing: [ClanID: [MemberChange]] = [:]

    init(members: [Member], roles: [Role], accounts: [UserID: AccountKind] = [:]) {
        self.accounts = accounts
        for member in members { self.members[member.clan, default: [:]][member.user] = member }
        for role in roles { self.roles[role.clan, default: [:]][role.id] = role }
    }

    /// A known application is a member of every clan, without roles if no list contains it.
    func member(_ user: UserID, in clan: ClanID) -> Member? {
        guard let member = members[clan]?[user] else {
            return accounts[user] == .application ? Member(clan: clan, user: user, isBot: true) : nil
        }
        return identified(member)
    }

    func members(of clan: ClanID) -> [Member] {
        (members[clan] ?? [:]).values.map(identified).sorted { $0.user < $1.user }
    }

    func kind(of user: UserID) -> AccountKind? { accounts[user] }

    /// Stores the reported kinds of accounts. Kinds of other accounts stay as they are.
    mutating func note(_ kinds: [UserID: AccountKind]) { accounts.merge(kinds) { $1 } }

    private func identified(_ member: Member) -> Member {
        var member = member
        member.isBot = accounts[member.user] == .application
        member.isUnidentified = accounts[member.user] == .unidentified
        return member
    }

    func roles(of clan: ClanID) -> [Role] { (roles[clan] ?? [:]).values.sorted { $0.id < $1.id } }

    /// Applies a change. Repeating it has no further effect.
    ///
    /// - Returns: The updated member; nil if the user is not a member.
    mutating func apply(_ change: MemberChange) -> Member? {
        if changesDuringListing[change.clan] != nil { changesDuringListing[change.clan]?.append(change) }
        return perform(change, isRepeated: false)
    }

    /// Removes all members of a clan. The kinds of their accounts are kept.
    mutating func forget(_ clan: ClanID) {
        members[clan] = nil
        roles[clan] = nil
        if changesDuringListing[clan] != nil { changesDuringListing[clan] = [] }
    }

    mutating func beginListing(of clan: ClanID) { changesDuringListing[clan] = [] }
    mutating func endListing(of clan: ClanID) { changesDuringListing[clan] = nil }

    /// Replaces the known members with a list and reapplies the changes reported since the list was requested.
    ///
    /// It can be called again, for example after the disk rejected the write; the listing lasts until `endListing`.
    ///
    /// - Returns: The account kinds that the list determines.
    mutating func finishListing(of clan: ClanID, _ list: [Member], roles: [Role]?) -> [UserID: AccountKind] {
        var listed: [UserID: Member] = [:]
        var kinds: [UserID: AccountKind] = [:]
        for var member in list {
            // A join time observed from an event is kept, because the list may omit it.
            member.joinedAt = member.joinedAt ?? members[clan]?[member.user]?.joinedAt
            listed[member.user] = member
            if member.isBot {
                kinds[member.user] = .application
            } else if member.isUnidentified {
                kinds[member.user] = accounts[member.user] ?? .unidentified
            }
        }
        note(kinds)
        members[clan] = listed
        if let roles { self.roles[clan] = Dictionary(roles.map { ($0.id, $0) }) { first, _ in first } }
        for change in changesDuringListing[clan] ?? [] { _ = perform(change, isRepeated: true) }
        return kinds
    }

    /// - Parameter isRepeated: Indicates that the change is reapplied to a list that may already include it. Roles assigned on
    ///   joining have no event of their own.
    private mutating func perform(_ change: MemberChange, isRepeated: Bool) -> Member? {
        if case .joined(_, _, _, let kind) = change, accounts[change.user] != .application { accounts[change.user] = kind }
        if case .application = change {
            accounts[change.user] = .application
            return members[change.clan]?[change.user]
        }
        var member = members[change.clan]?[change.user] ?? Member(clan: change.clan, user: change.user)
        switch change {
        case .joined(_, _, let date, _):
            if !isRepeated { member.roles = [] }
            member.joinedAt = isRepeated ? member.joinedAt ?? date : date
        case .left:
            members[change.clan]?[change.user] = nil
            return nil
        case .given(let role, _, _):
            if !member.roles.contains(role) { member.roles.append(role) }
        case .taken(let role, _, _):
            member.roles.removeAll { $0 == role }
        case .application: break
        }
        members[change.clan, default: [:]][change.user] = member
        return member
    }
}
