package import AsyncSupport
import ChatModel
import Synchronization

/// The journal of events: every entry in the order in which it was received.
package final class Journal: Sendable {
    /// Signals appended entries.
    package let signal = AsyncSignal()
    /// Signals appended entries to the archive.
    package let archiveSignal = AsyncSignal()
    /// The latest durable entries, for the archive.
    let recent = RecentEntries()

    let database: StoreDatabase
    private let directory: Directory
    private let sequence: JournalSequence
    private let subscription = Mutex<JournalSubscription?>(nil)
    /// The messages and edits that were decided or appended and are not durable yet: the database does not return them.
    let latestVersions = Mutex(LatestVersions())
    private let newestMessages: Mutex<NewestMessages>
    /// The last entry of each channel that was not decided ahead of its transaction, or will be caused by a turn that was, and is not
    /// handed on yet. Later entries of the channel wait for it.
    private let waiting = Mutex<[ChannelID: Int64]>([:])

    init(
        _ database: StoreDatabase, directory: Directory, sequence: JournalSequence, newestMessages newest: NewestMessages
    ) {
        self.database = database
        self.directory = directory
        self.sequence = sequence
        newestMessages = Mutex(newest)
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
        let size = Self.partSize(of: events.count)
        let parts = stride(from: 0, to: events.count, by: size).map { Array(events[$0..<min($0 + size, events.count)]) }
        database.writer.queue(
            parts.map { part in
                GroupCommit.DecidingWrite(
                    entries: part.count, prepare: { [self] in prepare(part, $0, after: $1) },
                    run: { [self] transaction in
                        try verify()
                        _ = try appendReceived(part, in: transaction)
                    })
            }
        ) { index, error in
            if error != nil || index == parts.count - 1 { ended(error) }
        }
    }

    /// The number of events of a burst that are decided and appended together. While they are appended, the next ones are decided,
    /// and the answers to the ones before are sent: three parts keep all three busy.
    private static func partSize(of count: Int) -> Int {
        let minSize = 20  // A smaller transaction writes nearly as many pages.
        let parts = max((count + GroupCommit.maxEntries - 1) / GroupCommit.maxEntries, min(3, count / minSize), 1)
        return (count + parts - 1) / parts
    }

    /// Decides new messages before the transaction that appends them. Others are decided in it.
    private func prepare(_ events: [NewEntry], _ decisions: WriteDecisions, after start: Int64) {
        guard let subscription = subscription.withLock({ $0 }), !subscription.isEnded,
            newestMessages.withLock({ $0.recordIfNew(events) })
        else { return decisions.decline() }
        let entries = events.enumerated().map { Entry($1, as: start + 1 + Int64($0)) }
        latestVersions.withLock { $0.add(entries) }
        var end = start + Int64(entries.count)
        for entry in entries where !entry.isOwn {
            guard waiting.withLock({ $0[entry.channel] }) == nil, let turn = subscription.subscriber.decide(entry) else {
                waiting.withLock { $0[entry.channel] = entry.sequence }
                continue
            }
            decisions.keep(turn)
            for event in turn.events {
                end += 1
                waiting.withLock { $0[NewEntry(system: event).event.channel] = end }
            }
        }
        decisions.prepared(after: start, through: end)
    }

    /// Appends the bot's own events after all earlier writes, without waiting: no one handles them, and the next commit includes them.
    package func queueOwn(_ events: [NewEntry]) {
        guard !events.isEmpty else { return }
        database.writer.queue(atMost: events.count, isLazy: true) { [self] in _ = try appendReceived(events, in: $0) }
    }

    /// Appends received events in order. The turns of those that the subscriber decides at once are committed with them.
    ///
    /// - Returns: The number of new events.
    func appendReceived(_ events: [NewEntry], in transaction: Transaction) throws -> Int {
        let entries = try appendNew(events, learningNames: true, in: transaction)
        let subscription = subscription.withLock { $0 }
        var turns: [Turn] = []
        for entry in entries where !entry.isOwn {
            guard let subscription, let turn = subscription.turn(of: entry, in: transaction) else {
                try wait(entry, for: subscription, in: transaction)
                continue
            }
            turns.append(turn)
            guard !turn.events.isEmpty else { continue }
            // Later entries of their channels wait for the events.
            try subscription.turns.commit(turns, at: database.time.now, in: transaction)
            turns = []
        }
        try subscription?.turns.commit(turns, at: database.time.now, in: transaction)
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
            sequence.set(transaction.decisions.firstSequence(orElse: sequence.current))
        }
        let isPrepared = transaction.decisions.end != nil
        var appended: [Entry] = []
        var newest: [ChannelID: MessageID] = [:]
        for (event, next) in try insert(events, isPrepared: isPrepared, into: database) {
            if let name = event.name {
                try ExternalIDTable.insert(name, of: event.event.message, in: event.event.channel, into: database)
            }
            if event.event.isNewMessage {
                newest[event.event.channel] = max(newest[event.event.channel] ?? 0, event.event.message)
            }
            try directory.apply(event, in: transaction)
            appended.append(Entry(event, as: next))
        }
        try DirectoryTable.advance(newest.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, in: database)
        if !newest.isEmpty { try database.noteChange(of: "channel") }
        if learnsNames { directory.learnNames(from: events, in: transaction) }
        if !appended.isEmpty {
            if !isPrepared { record(appended) }
            transaction.appended += appended
            transaction.counts.add(appended)
            transaction.signal(signal)
            transaction.signal(archiveSignal)
            transaction.handOn(.entries) { [self, unowned transaction] in handOnEntries(of: transaction) }
        }
        return appended
    }

    /// Inserts events that are not known. Returns them with their sequences.
    private func insert(_ events: [NewEntry], isPrepared: Bool, into database: any SQLSession) throws -> [(NewEntry, Int64)] {
        let first = sequence.current + 1
        var next = first
        var sequences: [Int64] = []
        var new: [(event: NewEntry, sequence: Int64)] = []
        sequences.reserveCapacity(events.count)
        new.reserveCapacity(events.count)
        try JournalTable.append(events, to: database) {
            defer { next += 1 }
            sequences.append(next)
            return next
        } ended: { index, isNew in
            if isNew { new.append((events[index], sequences[index])) }
            if !isNew, !isPrepared, next == sequences[index] + 1 { next -= 1 }
        }
        // The sequences of a prepared write are fixed, also if an event is omitted.
        guard !isPrepared else {
            sequence.set(next - 1)
            return new
        }
        for index in new.indices {
            // Known events were noticed when later ones had their sequences.
            let sequence = first + Int64(index)
            guard new[index].sequence != sequence else { continue }
            try JournalTable.move(new[index].sequence, to: sequence, frame: new[index].event.frame, in: database)
            new[index].sequence = sequence
        }
        sequence.set(first - 1 + Int64(new.count))
        return new
    }

    /// Records entries that were not prepared, for the decisions about later ones.
    private func record(_ entries: [Entry]) {
        latestVersions.withLock { $0.add(entries) }
        newestMessages.withLock { newest in
            for entry in entries where entry.kind == "message" { newest.record(entry.message) }
        }
    }

    /// Hands the entries of a durable transaction on.
    private func handOnEntries(of transaction: Transaction) {
        // The last one that is durable: a prepared write may have omitted the events behind it.
        guard let last = transaction.appended.last?.sequence else { return }
        latestVersions.withLock { $0.remove(through: last) }
        recent.add(transaction.appended)
        guard let subscription = subscription.withLock({ $0 }), !subscription.isEnded else { return }
        // Entries that turns have caused are in between, with higher sequences than those that follow.
        let entries = transaction.entries.sorted { $0.sequence < $1.sequence }
        subscription.subscriber.take(entries, through: last)
        // Only now: a later entry of the channel must find it either here or in the subscriber's queue.
        waiting.withLock { waiting in
            for entry in entries where waiting[entry.channel] == entry.sequence { waiting[entry.channel] = nil }
        }
    }

    /// Hands entries on from now on, as they become durable. Call it in a transaction: entries of earlier ones are read from the journal.
    func handOn(to subscription: JournalSubscription) { self.subscription.withLock { $0 = subscription } }

    /// Hands no more entries on.
    package func endHandingOn() { subscription.withLock { $0?.isEnded = true } }

    /// Appends an event and returns its sequence.
    func append(_ event: SystemEvent, in transaction: Transaction) throws -> Int64 {
        try append([NewEntry(system: event)], in: transaction)
        return sequence.current
    }
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
