import GRDB
package import MezonModel
import Synchronization

/// The members of the server's clans: read from memory, kept by lists and by events.
extension Store {
    /// Somebody in a clan, as the newest entry of the journal left them; nil for whoever is not known to belong to it.
    package func member(_ user: UserID, in clan: ClanID) -> Member? { members.withLock { $0.member(user, in: clan) } }
    package func members(of clan: ClanID) -> [Member] { members.withLock { $0.members(of: clan) } }
    /// The kind of an account; nil for one of which the server was never asked.
    package func kind(of user: UserID) -> AccountKind? { members.withLock { $0.kind(of: user) } }

    /// Notes what the server said of accounts.
    package func note(_ kinds: [UserID: AccountKind]) async throws {
        guard !kinds.isEmpty else { return }
        try await commits.commit { [self] database in
            for (user, kind) in kinds.sorted(by: { $0.key < $1.key }) { try AccountTable.put(kind, of: user, in: database) }
            members.withLock { $0.note(kinds) }
        }
    }

    package func roles(of clan: ClanID) -> [Role] { members.withLock { $0.roles(of: clan) } }

    /// To be said before a clan's list is asked for: what events say until it is here is laid over it.
    package func beginListing(of clan: ClanID) { members.withLock { $0.beginListing(of: clan) } }
    package func abandonListing(of clan: ClanID) { members.withLock { $0.endListing(of: clan) } }

    /// Puts a list in the place of what is known of a clan.
    ///
    /// - Parameters:
    ///   - roles: nil where the server does not list them: those known stay.
    ///   - authors: the names of the members; nil where they are not listed.
    package func finishListing(
        of clan: ClanID, members list: [Member], roles: [Role]?, names authors: [Author]? = nil
    ) async throws {
        try await commits.commit { [self] database in
            let (kinds, people, roles) = members.withLock { members in
                let kinds = members.finishListing(of: clan, list, roles: roles)
                return (kinds, members.members(of: clan), members.roles(of: clan))
            }
            for (user, kind) in kinds.sorted(by: { $0.key < $1.key }) { try AccountTable.put(kind, of: user, in: database) }
            try MemberTable.replace(people, of: clan, in: database)
            try MemberTable.replace(roles, of: clan, in: database)
            if let authors { try MemberNameTable.replace(authors, in: clan, database) }
        }
        members.withLock { $0.endListing(of: clan) }
        if let authors { names.withLock { $0.replace(authors, in: clan) } }
    }

    /// The names of somebody in a clan as they were last told; outside of clans the account's own name.
    package func author(_ user: UserID, in clan: ClanID) -> Author? { names.withLock { $0.author(user, in: clan) } }

    /// Every name that somebody goes by anywhere.
    package func names(of user: UserID) -> Set<String> { names.withLock { $0.all(of: user) } }

    /// Forgets what somebody is called.
    package func forgetNames(of user: UserID) async throws {
        try await commits.commit { try MemberNameTable.remove(user, in: $0) }
        names.withLock { $0.remove(user) }
    }

    /// Takes in names once they are on disk.
    func learnNames(from events: [NewEntry]) {
        let authors = events.compactMap(\.namedAuthor)
        guard !authors.isEmpty else { return }
        names.withLock { names in for (clan, author) in authors { names.put(author, in: clan) } }
    }

    /// Keeps the directory true to an entry, in the transaction that appends it.
    func apply(_ change: MemberChange, in database: Database) throws {
        let member = members.withLock { $0.apply(change) }
        switch change {
        case .joined, .application:
            if let kind = kind(of: change.user) { try AccountTable.put(kind, of: change.user, in: database) }
        case .left, .given, .taken: break
        }
        if let member {
            try MemberTable.put(member, in: database)
        } else {
            try MemberTable.remove(change.user, of: change.clan, in: database)
        }
    }
}
