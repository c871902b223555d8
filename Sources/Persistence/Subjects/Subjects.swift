import GRDB
package import MezonModel

extension StoreObservation where Owner == Store {
    /// The channels of a clan, by their ids, each with the newest message known.
    package static func channels(of clan: ClanID) -> StoreObservation<Store, [Channel]> {
        StoreObservation<Store, [Channel]> { database in
            try DirectoryTable.channels(in: database).filter { $0.clan == clan }.sorted { $0.id < $1.id }
        }
    }

    /// The members of a clan, by their ids.
    package static func members(of clan: ClanID) -> StoreObservation<Store, [Member]> {
        StoreObservation<Store, [Member]> { database in
            try MemberTable.members(in: database).filter { $0.clan == clan }.sorted { $0.user < $1.user }
        }
    }
}

extension StoreObservation where Owner == Archive {
    /// What was said in a channel, the newest first, without what was deleted.
    ///
    /// - Parameter before: only what was said before this message; zero for the newest.
    package static func messages(
        in channel: ChannelID, before message: MessageID = 0, limit: Int
    ) -> StoreObservation<Archive, [StoredMessage]> {
        StoreObservation<Archive, [StoredMessage]> { try ArchiveTable.messages(in: channel, before: message, limit: limit, $0) }
    }

    /// How many messages others have said in a channel since somebody last said something there; at most a thousand.
    package static func unread(in channel: ChannelID, by user: UserID) -> StoreObservation<Archive, Int> {
        StoreObservation<Archive, Int> { try ArchiveTable.unread(in: channel, by: user, most: 1000, $0) }
    }
}
