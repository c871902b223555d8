import Foundation
import MezonModel

/// Who belongs to which clan, and with which roles, kept in memory because every message asks.
struct MemberDirectory: Sendable {
    private var members: [ClanID: [UserID: Member]] = [:]
    private var roles: [ClanID: [RoleID: Role]] = [:]
    /// Those of whom the server has said something, or is still to be asked; the same in every clan.
    private var accounts: [UserID: AccountKind]
    /// What events said of a clan while its list is being read: the list may be older than they are.
    private var meanwhile: [ClanID: [MemberChange]] = [:]

    init(members: [Member], roles: [Role], accounts: [UserID: AccountKind] = [:]) {
        self.accounts = accounts
        for member in members { self.members[member.clan, default: [:]][member.user] = member }
        for role in roles { self.roles[role.clan, default: [:]][role.id] = role }
    }

    /// A known application is told everywhere, without roles where no list names it.
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

    /// Notes what the server says of accounts; what was known of others stays.
    mutating func note(_ kinds: [UserID: AccountKind]) { accounts.merge(kinds) { $1 } }

    private func identified(_ member: Member) -> Member {
        var member = member
        member.isBot = accounts[member.user] == .application
        member.isUnidentified = accounts[member.user] == .unidentified
        return member
    }

    func roles(of clan: ClanID) -> [Role] { (roles[clan] ?? [:]).values.sorted { $0.id < $1.id } }

    /// Applies what an event says. Saying it twice changes nothing more.
    ///
    /// - Returns: the member as they are now; nil where they are none.
    mutating func apply(_ change: MemberChange) -> Member? {
        if meanwhile[change.clan] != nil { meanwhile[change.clan]?.append(change) }
        return carryOut(change, isRepeated: false)
    }

    /// Forgets everybody in a clan; what is known of their accounts stays.
    mutating func forget(_ clan: ClanID) {
        members[clan] = nil
        roles[clan] = nil
        if meanwhile[clan] != nil { meanwhile[clan] = [] }
    }

    mutating func beginListing(of clan: ClanID) { meanwhile[clan] = [] }
    mutating func endListing(of clan: ClanID) { meanwhile[clan] = nil }

    /// Puts a list in place of what is known, and lays over it what events said since the list was asked for.
    ///
    /// May be said again, as a write that the disk refused is; the listing lasts until `endListing`.
    ///
    /// - Returns: the kinds of the accounts of which the list says something.
    mutating func finishListing(of clan: ClanID, _ list: [Member], roles: [Role]?) -> [UserID: AccountKind] {
        var listed: [UserID: Member] = [:]
        var kinds: [UserID: AccountKind] = [:]
        for var member in list {
            // Who was seen joining joined then, whatever the list leaves out.
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
        for change in meanwhile[clan] ?? [] { _ = carryOut(change, isRepeated: true) }
        return kinds
    }

    /// - Parameter isRepeated: over a list that may know it already, and better: roles that come with joining have no event.
    private mutating func carryOut(_ change: MemberChange, isRepeated: Bool) -> Member? {
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
