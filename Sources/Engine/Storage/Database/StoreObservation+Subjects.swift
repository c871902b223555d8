package import ChatModel

extension StoreObservation where Owner == Store {
    /// The channels of a clan ordered by id, each with its newest known message.
    package static func channels(of clan: ClanID) -> StoreObservation<Store, [Channel]> {
        StoreObservation<Store, [Channel]> { database in
            try DirectoryTable.channels(in: database).filter { $0.clan == clan }.sorted { $0.id < $1.id }
        }
    }

    /// The members of a clan ordered by id.
    package static func members(of clan: ClanID) -> StoreObservation<Store, [Member]> {
        StoreObservation<Store, [Member]> { database in
            try MemberTable.members(in: database).filter { $0.clan == clan }.sorted { $0.user < $1.user }
        }
    }
}

extension StoreObservation where Owner == Archive {
    /// The messages of a channel, newest first, without deleted ones.
    ///
    /// - Parameter before: Restricts the result to messages before this one; zero for the newest.
    package static func messages(
        in channel: ChannelID, before message: MessageID = 0, limit: Int
    ) -> StoreObservation<Archive, [StoredMessage]> {
        StoreObservation<Archive, [StoredMessage]> { try ArchiveTable.messages(in: channel, before: message, limit: limit, $0) }
    }

    /// The number of messages by others in a channel since the user's last message there, up to a thousand.
    package static func unread(in channel: ChannelID, by user: UserID) -> StoreObservation<Archive, Int> {
        StoreObservation<Archive, Int> { try ArchiveTable.unread(in: channel, by: user, limit: 1000, $0) }
    }
}
