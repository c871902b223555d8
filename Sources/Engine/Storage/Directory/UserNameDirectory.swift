package import ChatModel

/// The names of users in each clan, from member lists and from events.
package struct UserNameDirectory: Sendable {
    private var names: [ClanID: [UserID: Author]] = [:]

    init(_ rows: [(clan: ClanID, author: Author)]) {
        for row in rows { names[row.clan, default: [:]][row.author.id] = row.author }
    }

    /// The names of a user in a clan; outside of clans, only the username, which is the same everywhere.
    package func author(_ user: UserID, in clan: ClanID) -> Author? {
        guard clan.isNone else { return names[clan]?[user] }
        return names.filter { $0.value[user] != nil }.min { $0.key < $1.key }.flatMap { $0.value[user] }.map {
            Author(id: user, username: $0.username)
        }
    }

    /// The names of all users, once for each clan.
    package var all: [Author] { names.values.flatMap(\.values) }

    /// The users with a name in a clan: the username, the display name or the nickname there. Case is ignored.
    package func users(named name: String, in clan: ClanID) -> Set<UserID> {
        let wanted = name.drop { $0 == "@" }.lowercased()
        let found = (names[clan] ?? [:]).filter { entry in
            [entry.value.username, entry.value.displayName, entry.value.clanNick].contains { $0.lowercased() == wanted }
        }
        return Set(found.keys)
    }

    /// All names of a user in any clan.
    package func all(of user: UserID) -> Set<String> {
        Set(names.values.compactMap { $0[user] }.flatMap { [$0.username, $0.displayName, $0.clanNick] }.filter { !$0.isEmpty })
    }

    mutating func put(_ author: Author, in clan: ClanID) { names[clan, default: [:]][author.id] = author }

    mutating func replace(_ authors: [Author], in clan: ClanID) {
        names[clan] = Dictionary(authors.map { ($0.id, $0) }) { first, _ in first }
    }

    mutating func remove(_ user: UserID) { for clan in names.keys { names[clan]?[user] = nil } }
}

extension NewEntry {
    /// Returns the name of a user that the event provides; nil for late events and for other networks, where names are not unique
    /// to a user.
    ///
    /// - Parameter channel: A channel as the directory knows it.
    func namedAuthor(_ channel: (ChannelID) -> Channel?) -> (clan: ClanID, author: Author)? {
        switch event {
        case .message(let message) where !isLate && !message.channel.isExternal && !message.author.id.isNone:
            // The clan of a channel that is not known yet is only claimed.
            guard channel(message.channel) != nil else { return nil }
            let clan = event.clan(channel)
            guard !clan.isNone else { return nil }
            var author = message.author
            author.avatar = ""
            return (clan, author)
        case .memberJoined(let joined) where !joined.username.isEmpty && joined.users.count == 1:
            return (joined.clan, Author(id: joined.users[0], username: joined.username))
        default: return nil
        }
    }
}
