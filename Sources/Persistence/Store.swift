import Foundation
import GRDB
package import Logging
package import MezonModel
import Synchronization

/// The durable half of the house: the door in (journal), what it came to (turns), and the door out (outbox).
package final class Store: Sendable {
    /// Rings after entries were appended.
    package let journalBell = Doorbell()
    /// Rings after entries were appended, for the archive.
    package let archiveBell = Doorbell()
    /// Rings after deliveries were committed.
    package let outboxBell = Doorbell()

    private let database: DatabasePool
    private let commits: GroupCommit
    private let time: any TimeSource
    private let sequence: Mutex<Int64>
    private let directory: Mutex<Directory>

    /// Opens the house's database and brings its schema up to date.
    ///
    /// - Throws: `StorageError`.
    package init(folder: DataFolder, time: any TimeSource, logger: Logger) throws {
        database = try HouseDatabase.open(folder.house)
        commits = GroupCommit(database: database, time: time, logger: logger)
        self.time = time
        let (last, known) = try database.read { database in
            (
                try JournalTable.lastSequence(in: database),
                Directory(clans: try DirectoryTable.clans(in: database), channels: try DirectoryTable.channels(in: database))
            )
        }
        sequence = Mutex(last)
        directory = Mutex(known)
    }

    /// Whether the disk refuses to take what is queued; it is tried again until it does.
    package var isDegraded: Bool { commits.isDegraded }

    /// Ends the database's connections. What was not committed by now stays undone, and is found at the next start.
    package func close() throws { try database.close() }

    // The door in

    /// Appends events in their order and rings; one already known is left out.
    ///
    /// Returns once they are durable. It runs where its caller runs, so
    /// that of two appends by one actor the first asked for is the first in the journal.
    /// - Returns: how many were new.
    @discardableResult
    package nonisolated(nonsending) func append(_ events: [Incoming]) async throws -> Int {
        guard !events.isEmpty else { return 0 }
        let count = try await commits.commit { [self] database in
            var appended = 0
            var newest: [ChannelID: MessageID] = [:]
            for event in events {
                let next = sequence.withLock { $0 } + 1
                guard try JournalTable.append(event, as: next, to: database) else { continue }
                sequence.withLock { $0 = next }
                if event.event.isNewMessage {
                    newest[event.event.channel] = max(newest[event.event.channel] ?? 0, event.event.message)
                }
                appended += 1
            }
            for (channel, message) in newest.sorted(by: { $0.key < $1.key }) {
                try DirectoryTable.advance(channel, to: message, in: database)
            }
            return appended
        }
        if count > 0 {
            journalBell.ring()
            archiveBell.ring()
        }
        return count
    }

    /// Entries past a sequence that have no turn yet, oldest first.
    package func entriesWithoutTurn(after sequence: Int64, limit: Int) async throws -> [Entry] {
        try await database.read { try JournalTable.withoutTurn(after: sequence, limit: limit, in: $0) }
    }

    package func entriesWithoutTurn(in channel: ChannelID, after sequence: Int64, limit: Int) async throws -> [Entry] {
        try await database.read { try JournalTable.withoutTurn(in: channel, after: sequence, limit: limit, in: $0) }
    }

    package func entries(after sequence: Int64, limit: Int) async throws -> [Entry] {
        try await database.read { try JournalTable.entries(after: sequence, limit: limit, in: $0) }
    }

    // Turns

    /// Commits turns with their deliveries and rings; returns once they are durable. A second turn of an entry is nothing.
    package func commit(_ turns: [Turn]) async throws {
        guard !turns.isEmpty else { return }
        let now = time.now
        let hasDeliveries = try await commits.commit { database in
            var hasDeliveries = false
            for turn in turns {
                guard try TurnTable.insert(turn.sequence, trace: turn.trace, at: now, into: database) else { continue }
                for delivery in turn.deliveries {
                    try OutboxTable.insert(delivery, cause: turn.sequence, at: now, into: database)
                    hasDeliveries = true
                }
            }
            return hasDeliveries
        }
        if hasDeliveries { outboxBell.ring() }
    }

    /// Up to here every entry has its turn.
    package func turnedThrough() async throws -> Int64 {
        try await database.read { try MarkTable.value(of: .turnedThrough, in: $0) }
    }

    package func setTurnedThrough(_ sequence: Int64) async throws {
        try await commits.commit { try MarkTable.advance(.turnedThrough, to: sequence, in: $0) }
    }

    // The door out

    package func openDeliveries(after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.open(after: id, limit: limit, in: $0) }
    }

    package func openDeliveries(to destination: ChannelID, after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.open(to: destination, after: id, limit: limit, in: $0) }
    }

    /// The number of the newest delivery; zero where there never was one.
    package func lastDelivery() async throws -> Int64 {
        try await database.read { try OutboxTable.last(in: $0) }
    }

    /// Before the first delivery that is not settled; also moves the mark there, so that the next start looks from there.
    package func settledThrough() async throws -> Int64 {
        let (mark, first, last) = try await database.read { database in
            let mark = try MarkTable.value(of: .settledThrough, in: database)
            return (mark, try OutboxTable.firstOpen(after: mark, in: database), try OutboxTable.last(in: database))
        }
        let through = first.map { $0 - 1 } ?? last
        if through > mark { try await commits.commit { try MarkTable.advance(.settledThrough, to: through, in: $0) } }
        return through
    }

    package func lastSent(to destination: ChannelID, before id: Int64) async throws -> MessageID? {
        try await database.read { try OutboxTable.lastSent(to: destination, before: id, in: $0) }
    }

    package func settle(_ settlements: [Settlement]) async throws {
        guard !settlements.isEmpty else { return }
        try await commits.commit { database in
            for settlement in settlements { try OutboxTable.settle(settlement, in: database) }
        }
    }

    package func deliveryCounts() async throws -> [Delivery.Status: Int] {
        try await database.read { try OutboxTable.counts(in: $0) }
    }

    // The directory

    package func clan(_ id: ClanID) -> Clan? { directory.withLock { $0.clans[id] } }
    package func channel(_ id: ChannelID) -> Channel? { directory.withLock { $0.channels[id] } }
    package var channels: [Channel] { directory.withLock { $0.channels.values.sorted { $0.id < $1.id } } }

    /// Keeps what the server told of clans and channels. A channel seen for the first time starts at its `lastMessage`.
    package func remember(clans: [Clan], channels: [Channel]) async throws {
        let fresh = directory.withLock { directory in
            (
                clans: clans.filter { directory.clans[$0.id] != $0 },
                channels: channels.filter { directory.channels[$0.id]?.isSamePlace(as: $0) != true }
            )
        }
        guard !fresh.clans.isEmpty || !fresh.channels.isEmpty else { return }
        try await commits.commit { [self] database in
            for clan in fresh.clans { try DirectoryTable.remember(clan, in: database) }
            for channel in fresh.channels {
                try DirectoryTable.remember(channel, in: database)
            }
            // Here, where writes have an order, and not by whoever wakes first after the commit.
            directory.withLock { directory in
                for clan in fresh.clans { directory.clans[clan.id] = clan }
                for channel in fresh.channels { directory.channels[channel.id] = channel }
            }
        }
    }

    package func forget(_ channel: ChannelID) async throws {
        try await commits.commit { [self] database in
            try DirectoryTable.forget(channel, in: database)
            directory.withLock { $0.channels[channel] = nil }
        }
    }

    /// The newest message known of each channel that was ever seen: where the recovery of a gap ends.
    package func lastMessages() async throws -> [ChannelID: MessageID] {
        let known = try await database.read { try DirectoryTable.channels(in: $0) }
        return Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.lastMessage) })
    }
}

/// What we know of the server's places, kept in memory because every delivery asks.
struct Directory: Sendable {
    var clans: [ClanID: Clan] = [:]
    var channels: [ChannelID: Channel] = [:]

    init(clans: [Clan], channels: [Channel]) {
        self.clans = Dictionary(uniqueKeysWithValues: clans.map { ($0.id, $0) })
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0) })
    }
}

extension Channel {
    /// Equal but for the newest message, which the journal knows better.
    fileprivate func isSamePlace(as other: Channel) -> Bool {
        var other = other
        other.lastMessage = lastMessage
        return self == other
    }
}

extension Event {
    /// Whether it brings a message into being.
    fileprivate var isNewMessage: Bool {
        switch self {
        case .message, .system: true
        default: false
        }
    }
}
