package import ChatModel
import Synchronization

/// The clans and channels of the server, the members of clans, and the names of users. Reads are answered from memory.
package final class Directory: Sendable {
    let database: StoreDatabase
    let known: Mutex<ChannelDirectory>
    let people: Mutex<MemberDirectory>
    let userNames: Mutex<UserNameDirectory>

    /// - Parameter connection: The connection that reads the present rows.
    init(_ database: StoreDatabase, in connection: any SQLSession) throws {
        self.database = database
        known = Mutex(
            ChannelDirectory(
                clans: try DirectoryTable.clans(in: connection), channels: try DirectoryTable.channels(in: connection)))
        people = Mutex(
            MemberDirectory(
                members: try MemberTable.members(in: connection), roles: try MemberTable.roles(in: connection),
                accounts: try AccountTable.kinds(in: connection)))
        userNames = Mutex(UserNameDirectory(try MemberNameTable.all(in: connection)))
    }

    package func clan(_ id: ClanID) -> Clan? { known.withLock { $0.clans[id] } }
    /// A Boolean value that indicates whether the bot is in several clans; connections to other networks are not counted.
    package var hasSeveralClans: Bool { known.withLock { $0.clans.keys.count { !$0.isExternal } > 1 } }
    package func channel(_ id: ChannelID) -> Channel? { known.withLock { $0.channels[id] } }
    /// The direct conversation with a user; nil if there has been none.
    package func conversation(with user: UserID) -> Channel? {
        known.withLock { known in
            known.channels.values.filter { $0.kind == .direct && $0.clan.isNone && $0.partner == user }.min { $0.id < $1.id }
        }
    }

    package var channels: [Channel] { known.withLock { $0.channels.values.sorted { $0.id < $1.id } } }

    /// Stores clans and channels reported by the server. A channel seen for the first time starts at its `lastMessage`.
    package func remember(clans: [Clan], channels: [Channel]) async throws {
        let fresh = known.withLock { known in
            (
                clans: clans.filter { known.clans[$0.id] != $0 },
                channels: channels.filter {
                    known.channels[$0.id]?.equalsIgnoringLastMessage(known.completed($0)) != true
                }
            )
        }
        guard !fresh.clans.isEmpty || !fresh.channels.isEmpty else { return }
        try await database.commit { [self] transaction in
            for clan in fresh.clans { try DirectoryTable.store(clan, in: transaction.database) }
            // Updates the directory inside the transaction, where writes are ordered, instead of after the commit.
            let channels = known.withLock { known in
                for clan in fresh.clans { known.clans[clan.id] = clan }
                let channels = fresh.channels.map { known.completed($0) }
                for channel in channels { known.channels[channel.id] = channel }
                return channels
            }
            for channel in channels { try DirectoryTable.remember(channel, in: transaction.database) }
        }
    }

    /// Prepares the newest known message of a channel of which nothing but its id is known: it advances with the journal from then
    /// on, so that the history after it is recovered even if the process ends before the channel is known.
    package nonisolated(nonsending) func noteUnknown(_ channel: ChannelID) async throws {
        let isNew = known.withLock { $0.channels[channel] == nil && !$0.unknown.contains(channel) }
        guard isNew else { return }
        try await database.commit { try DirectoryTable.note(channel, in: $0.database) }
        known.withLock { _ = $0.unknown.insert(channel) }
    }

    /// Stores a channel that was looked up, unless it has become known meanwhile.
    package func addUnknown(_ channel: Channel) async throws {
        try await database.commit { [self] transaction in
            // A transaction that is retried finds the channel in memory and writes its row again.
            let stored = known.withLock { known in
                if let stored = known.channels[channel.id] { return stored }
                let stored = known.completed(channel)
                known.channels[channel.id] = stored
                known.unknown.remove(channel.id)
                return stored
            }
            try DirectoryTable.remember(stored, in: transaction.database)
        }
    }

    package func forget(_ channel: ChannelID) async throws {
        try await database.commit { [self] transaction in
            try DirectoryTable.delete(channel, in: transaction.database)
            known.withLock { known in
                known.channels[channel] = nil
                known.unknown.remove(channel)
            }
        }
    }

    /// Removes a clan that the bot has left, with its channels, members and roles. Deliveries to it then fail at once.
    package func forget(_ clan: ClanID) async throws {
        try await database.commit { [self] transaction in
            known.withLock { known in
                known.channels = known.channels.filter { $0.value.clan != clan }
                known.clans[clan] = nil
            }
            people.withLock { $0.forget(clan) }
            try DirectoryTable.forget(clan, in: transaction.database)
            try MemberTable.replace([Member](), of: clan, in: transaction.database)
            try MemberTable.replace([Role](), of: clan, in: transaction.database)
        }
    }

    /// The newest known message of each channel, at which backfill ends.
    package func lastMessages() async throws -> [ChannelID: MessageID] {
        try await database.read { try DirectoryTable.lastMessages(in: $0) }
    }
}
