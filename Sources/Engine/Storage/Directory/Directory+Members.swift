package import ChatModel
import Synchronization

/// Members of clans, updated by lists and events.
extension Directory {
    /// The member as of the newest entry of the journal; nil if the user is not known to belong to the clan.
    package func member(_ user: UserID, in clan: ClanID) -> Member? { people.withLock { $0.member(user, in: clan) } }
    /// The clans of which the user is known to be a member.
    package func clans(of user: UserID) -> [ClanID] {
        let clans = known.withLock { $0.clans.keys.sorted() }
        return people.withLock { people in clans.filter { people.member(user, in: $0) != nil } }
    }
    package func members(of clan: ClanID) -> [Member] { people.withLock { $0.members(of: clan) } }
    /// The kind of an account; nil if the server was never asked for it.
    package func kind(of user: UserID) -> AccountKind? { people.withLock { $0.kind(of: user) } }

    /// Stores the kinds of accounts that the server has reported.
    package func note(_ kinds: [UserID: AccountKind]) async throws {
        guard !kinds.isEmpty else { return }
        try await database.commit { [self] transaction in
            for (user, kind) in kinds.sorted(by: { $0.key < $1.key }) {
                try AccountTable.put(kind, of: user, in: transaction.database)
            }
            people.withLock { $0.note(kinds) }
        }
    }

    package func roles(of clan: ClanID) -> [Role] { people.withLock { $0.roles(of: clan) } }

    /// Begins the listing of a clan. Call it before requesting the list: changes that events report until then are reapplied to it.
    package func beginListing(of clan: ClanID) { people.withLock { $0.beginListing(of: clan) } }
    package func abandonListing(of clan: ClanID) { people.withLock { $0.endListing(of: clan) } }

    /// Replaces the known members of a clan with a list.
    ///
    /// - Parameters:
    ///   - roles: Nil if the server does not list them; the known roles are then kept.
    ///   - authors: The names of the members; nil if they are not listed.
    package func finishListing(
        of clan: ClanID, members list: [Member], roles: [Role]?, names authors: [Author]? = nil
    ) async throws {
        try await database.commit { [self] transaction in
            let (kinds, members, roles) = people.withLock { people in
                let kinds = people.finishListing(of: clan, list, roles: roles)
                return (kinds, people.members(of: clan), people.roles(of: clan))
            }
            for (user, kind) in kinds.sorted(by: { $0.key < $1.key }) {
                try AccountTable.put(kind, of: user, in: transaction.database)
            }
            try MemberTable.replace(members, of: clan, in: transaction.database)
            try MemberTable.replace(roles, of: clan, in: transaction.database)
            if let authors { try MemberNameTable.replace(authors, in: clan, transaction.database) }
        }
        people.withLock { $0.endListing(of: clan) }
        if let authors { userNames.withLock { $0.replace(authors, in: clan) } }
    }

    /// The last known names of a user in a clan; outside of clans, only the username.
    package func author(_ user: UserID, in clan: ClanID) -> Author? { userNames.withLock { $0.author(user, in: clan) } }

    /// All names of a user in any clan.
    package func names(of user: UserID) -> Set<String> { userNames.withLock { $0.all(of: user) } }

    /// Deletes the stored names of a user.
    package func forgetNames(of user: UserID) async throws {
        try await database.commit { try MemberNameTable.remove(user, in: $0.database) }
        userNames.withLock { $0.remove(user) }
    }

    /// Updates the names in memory once they are durable.
    func learnNames(from events: [NewEntry], in transaction: Transaction) {
        let authors = events.compactMap { $0.namedAuthor(channel) }
        guard !authors.isEmpty else { return }
        transaction.afterCommit { [self] in
            userNames.withLock { names in for (clan, author) in authors { names.put(author, in: clan) } }
        }
    }

    /// Updates the members and the stored names for an entry, in the transaction that appends it.
    func apply(_ event: NewEntry, in transaction: Transaction) throws {
        for change in event.memberChanges { try apply(change, in: transaction.database) }
        if let (clan, author) = event.namedAuthor(channel), self.author(author.id, in: clan) != author {
            try MemberNameTable.put(author, in: clan, transaction.database)
        }
    }

    private func apply(_ change: MemberChange, in database: any SQLSession) throws {
        let member = people.withLock { $0.apply(change) }
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
