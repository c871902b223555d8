import GRDB
package import MezonModel
import Synchronization

/// The server's clans and channels.
extension Store {
    package func clan(_ id: ClanID) -> Clan? { directory.withLock { $0.clans[id] } }
    package func channel(_ id: ChannelID) -> Channel? { directory.withLock { $0.channels[id] } }
    /// Our direct conversation with somebody; nil where we never had one.
    package func conversation(with user: UserID) -> Channel? {
        directory.withLock { directory in directory.channels.values.filter { $0.partner == user }.min { $0.id < $1.id } }
    }

    package var channels: [Channel] { directory.withLock { $0.channels.values.sorted { $0.id < $1.id } } }

    /// Keeps what the server told of clans and channels. A channel seen for the first time starts at its `lastMessage`.
    package func remember(clans: [Clan], channels: [Channel]) async throws {
        let fresh = directory.withLock { directory in
            (
                clans: clans.filter { directory.clans[$0.id] != $0 },
                channels: channels.filter { directory.channels[$0.id]?.isSamePlace(as: directory.completed($0)) != true }
            )
        }
        guard !fresh.clans.isEmpty || !fresh.channels.isEmpty else { return }
        try await commits.commit { [self] database in
            for clan in fresh.clans { try DirectoryTable.remember(clan, in: database) }
            // Here, where writes have an order, and not by whoever wakes first after the commit.
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
            try DirectoryTable.forget(channel, in: database)
            directory.withLock { $0.channels[channel] = nil }
        }
    }

    /// Forgets a clan that we are no longer in: its channels, its members and its roles. What goes there fails at once.
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

    /// The newest message known of each channel that was ever seen: where the recovery of a gap ends.
    package func lastMessages() async throws -> [ChannelID: MessageID] {
        let known = try await database.read { try DirectoryTable.channels(in: $0) }
        return Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.lastMessage) })
    }
}
