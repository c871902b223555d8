package import ChatModel
import GRDB
import Synchronization

/// The clans and channels of the server.
extension Store {
    package func clan(_ id: ClanID) -> Clan? { directory.withLock { $0.clans[id] } }
    /// A Boolean value that indicates whether the bot is in several clans; connections to other networks are not counted.
    package var hasSeveralClans: Bool { directory.withLock { $0.clans.keys.count { !$0.isExternal } > 1 } }
    package func channel(_ id: ChannelID) -> Channel? { directory.withLock { $0.channels[id] } }
    /// The direct conversation with a user; nil if there has been none.
    package func conversation(with user: UserID) -> Channel? {
        directory.withLock { directory in directory.channels.values.filter { $0.partner == user }.min { $0.id < $1.id } }
    }

    package var channels: [Channel] { directory.withLock { $0.channels.values.sorted { $0.id < $1.id } } }

    /// Stores clans and channels reported by the server. A channel seen for the first time starts at its `lastMessage`.
    package func remember(clans: [Clan], channels: [Channel]) async throws {
        let fresh = directory.withLock { directory in
            (
                clans: clans.filter { directory.clans[$0.id] != $0 },
                channels: channels.filter {
                    directory.channels[$0.id]?.equalsIgnoringLastMessage(directory.completed($0)) != true
                }
            )
        }
        guard !fresh.clans.isEmpty || !fresh.channels.isEmpty else { return }
        try await commits.commit { [self] database in
            for clan in fresh.clans { try DirectoryTable.store(clan, in: database) }
            // Updates the directory inside the transaction, where writes are ordered, instead of after the commit.
            let channels = directory.withLock { directory in
                for clan in fresh.clans { directory.clans[clan.id] = clan }
                let channels = fresh.channels.map { directory.completed($0) }
                for channel in channels { directory.channels[channel.id] = channel }
                return channels
            }
            for channel in channels { try DirectoryTable.remember(channel, in: database) }
        }
    }

    package func forget(_ channel: ChannelID) async throws {
        try await commits.commit { [self] database in
            try DirectoryTable.delete(channel, in: database)
            directory.withLock { $0.channels[channel] = nil }
        }
    }

    /// Removes a clan that the bot has left, with its channels, members and roles. Deliveries to it then fail at once.
    package func forget(_ clan: ClanID) async throws {
        try await commits.commit { [self] database in
            directory.withLock { directory in
                directory.channels = directory.channels.filter { $0.value.clan != clan }
                directory.clans[clan] = nil
            }
            members.withLock { $0.forget(clan) }
            try DirectoryTable.forget(clan, in: database)
            try MemberTable.replace([Member](), of: clan, in: database)
            try MemberTable.replace([Role](), of: clan, in: database)
        }
    }

    /// The newest known message of each channel, at which backfill ends.
    package func lastMessages() async throws -> [ChannelID: MessageID] {
        let known = try await database.read { try DirectoryTable.channels(in: $0) }
        return Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.lastMessage) })
    }
}
