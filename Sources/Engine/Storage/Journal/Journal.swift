package import AsyncSupport
package import ChatModel
import GRDB
import Synchronization

/// The journal of events: every entry in the order in which it was received.
package final class Journal: Sendable {
    /// Signals appended entries.
    package let signal = AsyncSignal()
    /// Signals appended entries to the archive.
    package let archiveSignal = AsyncSignal()
    /// The latest durable entries, for the archive.
    let recent = RecentEntries()

    private let database: StoreDatabase
    private let directory: Directory
    /// The sequence of the newest entry.
    private let sequence: Mutex<Int64>
    private let subscription = Mutex<JournalSubscription?>(nil)
    /// The messages and edits of the running transaction, which the database does not return yet.
    private let latestVersions = Mutex<[Entry]>([])

    init(_ database: StoreDatabase, directory: Directory, lastSequence: Int64) {
        self.database = database
        self.directory = directory
        sequence = Mutex(lastSequence)
    }

    /// Appends events in order and signals the listeners. Known events are omitted.
    ///
    /// Returns once the events are durable. It runs in the caller's isolation, so that two appends of one actor keep their order.
    /// - Returns: The number of new events.
    @discardableResult
    package nonisolated(nonsending) func append(_ events: [NewEntry]) async throws -> Int {
        guard !events.isEmpty else { return 0 }
        return try await database.commit(appending: events.count) { [self] in try appendReceived(events, in: $0) }
    }

    /// Appends events in order after all earlier writes, without waiting for the commit. Known events are omitted.
    ///
    /// Many events are appended in several transactions, with no other event between them: the answers to the first ones are sent
    /// while the next ones are decided.
    /// - Parameters:
    ///   - verify: Called on the writer's thread before each transaction. If it throws, nothing is appended: an event must not be
    ///     stored after an earlier one of its channel has failed, because history is read from the last stored one on.
    ///   - ended: Called on the writer's thread with each error, or once with nil when all events are durable.
    package func queue(
        _ events: [NewEntry], verify: @escaping @Sendable () throws -> Void,
        ended: @escaping @Sendable ((any Error)?) -> Void
    ) {
        guard !events.isEmpty else { return ended(nil) }
        let starts = Array(stride(from: 0, to: events.count, by: GroupCommit.maxEntries))
        database.writer.queue(
            starts.map { start in
                let part = Array(events[start..<min(start + GroupCommit.maxEntries, events.count)])
                return (
                    part.count,
                    { [self] transaction in
                        try verify()
                        _ = try appendReceived(part, in: transaction)
                    }
                )
            }
        ) { index, error in
            if error != nil || index == starts.count - 1 { ended(error) }
        }
    }

    /// Appends the bot's own events after all earlier writes, without waiting: no one handles them, and the next commit includes them.
    package func queueOwn(_ events: [NewEntry]) {
        guard !events.isEmpty else { return }
        database.writer.queue(isLazy: true) { [self] in _ = try appendReceived(events, in: $0) }
    }

    /// Appends received events in order. The turns of those that the subscriber decides at once are committed with them.
    ///
    /// - Returns: The number of new events.
    func appendReceived(_ events: [NewEntry], in transaction: Transaction) throws -> Int {
        let entries = try appendNew(events, learningNames: true, in: transaction)
        let subscription = subscription.withLock { $0 }
        for entry in entries where !entry.isOwn {
            if let subscription, let turn = subscription.turn(of: entry, in: transaction) {
                try subscription.turns.commit(turn, at: database.time.now, in: transaction)
            } else {
                try wait(entry, for: subscription, in: transaction)
            }
        }
        return entries.count
    }

    /// Appends events in order. Known events are omitted.
    ///
    /// - Returns: The number of new events.
    @discardableResult
    func append(_ events: [NewEntry], in transaction: Transaction) throws -> Int {
        let entries = try appendNew(events, learningNames: false, in: transaction)
        let subscription = subscription.withLock { $0 }
        for entry in entries where !entry.isOwn { try wait(entry, for: subscription, in: transaction) }
        return entries.count
    }

    /// Leaves the turn of an appended entry to a later transaction.
    private func wait(_ entry: Entry, for subscription: JournalSubscription?, in transaction: Transaction) throws {
        try WaitingEntryTable.insert(entry, into: transaction.database)
        if subscription != nil { transaction.wait(entry) }
    }

    /// - Parameter learnsNames: Pass true if the names of users in the events are the newest ones.
    /// - Returns: The new entries.
    private func appendNew(
        _ events: [NewEntry], learningNames learnsNames: Bool, in transaction: Transaction
    ) throws -> [Entry] {
        let database = transaction.database
        if !transaction.hasAppended {
            transaction.hasAppended = true
            sequence.withLock { $0 = transaction.job.firstSequence(orElse: $0) }
        }
        // Those of a transaction that was refused are appended again.
        if transaction.appended.isEmpty { latestVersions.withLock { $0.removeAll(keepingCapacity: true) } }
        var appended: [Entry] = []
        var newest: [ChannelID: MessageID] = [:]
        for event in events {
            let next = sequence.withLock { $0 } + 1
            guard try JournalTable.append(event, as: next, to: database) else { continue }
            sequence.withLock { $0 = next }
            if let name = event.name {
                try ExternalIDTable.insert(name, of: event.event.message, in: event.event.channel, into: database)
            }
            if event.event.isNewMessage {
                newest[event.event.channel] = max(newest[event.event.channel] ?? 0, event.event.message)
            }
            try directory.apply(event, in: transaction)
            appended.append(Entry(event, as: next))
        }
        for (channel, message) in newest.sorted(by: { $0.key < $1.key }) {
            try DirectoryTable.advance(channel, to: message, in: database)
        }
        if !newest.isEmpty { try database.notifyChanges(in: Table("channel")) }
        if learnsNames { directory.learnNames(from: events, in: transaction) }
        if !appended.isEmpty {
            latestVersions.withLock { $0 += appended.lazy.filter(\.isVersion) }
            transaction.appended += appended
            transaction.signal(signal)
            transaction.signal(archiveSignal)
            transaction.handOn(.entries) { [self, unowned transaction] in handOnEntries(of: transaction) }
        }
        return appended
    }

    /// Hands the entries of a durable transaction on.
    private func handOnEntries(of transaction: Transaction) {
        latestVersions.withLock { $0.removeAll(keepingCapacity: true) }
        recent.add(transaction.appended)
        guard let subscription = subscription.withLock({ $0 }) else { return }
        // Entries that turns have caused are in between, with higher sequences than those that follow.
        let entries = transaction.entries.sorted { $0.sequence < $1.sequence }
        subscription.subscriber.take(entries, through: sequence.withLock { $0 })
    }

    /// Hands entries on from now on, as they become durable. Call it in a transaction: entries of earlier ones are read from the journal.
    func handOn(to subscription: JournalSubscription) { self.subscription.withLock { $0 = subscription } }

    /// Hands no more entries on.
    package func endHandingOn() { subscription.withLock { $0 = nil } }

    /// Appends an event and returns its sequence.
    func append(_ event: SystemEvent, in transaction: Transaction) throws -> Int64 {
        try append([NewEntry(system: event)], in: transaction)
        return sequence.withLock { $0 }
    }

    package func entry(_ sequence: Int64) async throws -> Entry? {
        try await database.read { try JournalTable.entry(sequence, in: $0) }
    }

    package func entries(after sequence: Int64, limit: Int, bytes: Int = .max) async throws -> [Entry] {
        try await database.read { try JournalTable.entries(after: sequence, limit: limit, bytes: bytes, in: $0) }
    }

    /// The last version of a message before an entry, as decisions see it; nil if the journal does not have it in that channel.
    ///
    /// It does not suspend, and it returns entries of the running transaction.
    package func lastVersion(of message: MessageID, in channel: ChannelID, before sequence: Int64) throws -> Entry? {
        let latest = latestVersions.withLock {
            $0.last { $0.sequence < sequence && $0.message == message && $0.channel == channel }
        }
        if let latest { return latest }
        return try database.pool.read { try JournalTable.lastVersion(of: message, in: channel, before: sequence, in: $0) }
    }

    /// The last entry about a message itself: its creation, edit or deletion.
    package func lastEntry(about message: MessageID, in channel: ChannelID) async throws -> Entry? {
        try await database.read { try JournalTable.last(about: message, in: channel, in: $0) }
    }

    /// Entries after a sequence that have no turn yet, oldest first.
    ///
    /// - Parameter bytes: The total frame size after which reading stops.
    package func entriesWithoutTurn(after sequence: Int64, limit: Int, bytes: Int = .max) async throws -> [Entry] {
        try await database.read { try JournalTable.withoutTurn(after: sequence, limit: limit, bytes: bytes, in: $0) }
    }

    package func entriesWithoutTurn(
        in channel: ChannelID, after sequence: Int64, limit: Int, bytes: Int = .max
    ) async throws -> [Entry] {
        try await database.read {
            try JournalTable.withoutTurn(in: channel, after: sequence, limit: limit, bytes: bytes, in: $0)
        }
    }

    /// The backlog of entries that wait for their turn.
    package func waitingEntries() async throws -> Backlog {
        try await database.read { try WaitingEntryTable.backlog(in: $0) }
    }
}

extension Entry {
    /// A Boolean value that indicates whether the entry contains a message as it is written or edited.
    fileprivate var isVersion: Bool { ["message", "edit"].contains(kind) }
}

extension Event {
    /// A Boolean value that indicates whether the event creates a message.
    fileprivate var isNewMessage: Bool {
        switch self {
        case .message: true
        // No network identifies this message, so history cannot be requested from it.
        case .systemMessage(let message): message.code != .roomChange
        default: false
        }
    }
}
