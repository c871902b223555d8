package import AsyncSupport
package import ChatModel
import Foundation
import GRDB
package import Logging
import Synchronization

/// The durable state of the application: the journal of events, their turns, and the outbox.
package final class Store: Sendable {
    /// Signals appended entries.
    package let journalSignal = AsyncSignal()
    /// Signals appended entries to the archive.
    package let archiveSignal = AsyncSignal()
    /// Signals committed deliveries.
    package let outboxSignal = AsyncSignal()
    /// Signals stored delivery results.
    package let settlementSignal = AsyncSignal()
    /// Signals committed cases and questions that have a deadline.
    package let sanctionSignal = AsyncSignal()
    /// Signals scheduled, changed or cancelled jobs.
    package let jobSignal = AsyncSignal()
    /// Signals recorded gaps in channel histories.
    package let gapSignal = AsyncSignal()

    /// The attachments of bots and the large responses that they have read.
    package let blobs: BlobStore

    /// The cipher of an encrypted store; nil for a plain one.
    let seal: ValueCipher?
    let database: DatabasePool
    let commits: GroupCommit
    let time: any TimeSource
    let sequence: Mutex<Int64>
    let directory: Mutex<Directory>
    let members: Mutex<MemberDirectory>
    let names: Mutex<UserNameDirectory>
    let decisions: PendingDecisions
    /// The id of the newest directory observation.
    let lastSighting: Mutex<Int64>

    /// Opens the application's database and migrates its schema. The file of an earlier version is upgraded, which is logged.
    ///
    /// - Parameter seal: the cipher. An existing store without encryption is refused if it is given.
    /// - Throws: `StorageError`.
    package init(folder: DataDirectory, seal: ValueCipher? = nil, time: any TimeSource, logger: Logger) throws {
        database = try DatabaseOpener.open(in: folder, seal, logger: logger)
        self.seal = seal
        decisions = PendingDecisions { [sanctionSignal] in sanctionSignal.signal() }
        commits = GroupCommit(database: database, time: time, logger: logger, companion: decisions)
        self.time = time
        blobs = BlobStore(folder: folder.blobs, seal: seal)
        let (last, known, people, sighting, called) = try database.read { database in
            (
                try JournalTable.lastSequence(in: database),
                Directory(clans: try DirectoryTable.clans(in: database), channels: try DirectoryTable.channels(in: database)),
                MemberDirectory(
                    members: try MemberTable.members(in: database), roles: try MemberTable.roles(in: database),
                    accounts: try AccountTable.kinds(in: database)),
                try DirectoryObservationTable.last(in: database),
                try MemberNameTable.all(in: database)
            )
        }
        names = Mutex(UserNameDirectory(called))
        lastSighting = Mutex(sighting)
        sequence = Mutex(last)
        directory = Mutex(known)
        members = Mutex(people)
    }

    /// A Boolean value that indicates whether the disk rejects queued writes. They are retried until it accepts them.
    package var isDegraded: Bool { commits.isDegraded }

    /// Closes the database connections. Uncommitted work is resumed at the next start.
    package func close() throws { try database.close() }

    // Journal

    /// Appends events in order and signals the listeners. Known events are omitted.
    ///
    /// Returns once the events are durable. It runs in the caller's isolation, so that two appends of one actor keep their order.
    /// - Returns: the number of new events.
    @discardableResult
    package nonisolated(nonsending) func append(_ events: [NewEntry]) async throws -> Int {
        guard !events.isEmpty else { return 0 }
        let count = try await commits.commit { [self] in try append(events, to: $0) }
        learnNames(from: events)
        if count > 0 { signalEntries() }
        return count
    }

    func signalEntries() {
        journalSignal.signal()
        archiveSignal.signal()
    }

    func append(_ events: [NewEntry], to database: Database) throws -> Int {
        var appended = 0
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
            for change in event.memberChanges { try apply(change, in: database) }
            if let (clan, author) = event.namedAuthor(channel), names.withLock({ $0.author(author.id, in: clan) }) != author {
                try MemberNameTable.put(author, in: clan, database)
            }
            appended += 1
        }
        for (channel, message) in newest.sorted(by: { $0.key < $1.key }) {
            try DirectoryTable.advance(channel, to: message, in: database)
        }
        return appended
    }

    /// Entries after a sequence that have no turn yet, oldest first.
    ///
    /// - Parameter bytes: the total frame size after which reading stops.
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

    /// The last entry about a message itself: its creation, edit or deletion.
    package func lastEntry(about message: MessageID, in channel: ChannelID) async throws -> Entry? {
        try await database.read { try JournalTable.last(about: message, in: channel, in: $0) }
    }

    package func entries(after sequence: Int64, limit: Int, bytes: Int = .max) async throws -> [Entry] {
        try await database.read { try JournalTable.entries(after: sequence, limit: limit, bytes: bytes, in: $0) }
    }

    // Turns

    /// Commits turns with their deliveries and signals the listeners. Returns once they are durable. A second turn of an entry is
    /// ignored.
    package func commit(_ turns: [Turn]) async throws {
        guard !turns.isEmpty else { return }
        let now = time.now
        let (hasDeliveries, hasEntries) = try await commits.commit { [self] database in
            var hasDeliveries = false
            var hasEntries = false
            for turn in turns {
                guard try TurnTable.insert(turn, at: now, into: database) else { continue }
                if turn.ticket > 0, !decisions.turn(turn.sequence, ticket: turn.ticket), turn.isRecorded {
                    try DecisionTable.delete(turn.sequence, in: database)
                }
                for step in turn.trace.steps where step.isFailureOfBot {
                    try DeadLetterTable.insert(
                        turn.sequence, step.who, because: step.why, tries: 1, at: now, into: database)
                }
                for (place, new) in turn.cases.enumerated() {
                    try CaseTable.insert(
                        new, place: place, cause: turn.sequence, version: turn.version, at: now, into: database)
                }
                let tooLate = try Self.apply(turn.caseChanges, of: turn, at: now, in: database)
                for delivery in turn.deliveries where !tooLate.contains(delivery.author) {
                    try OutboxTable.insert(delivery, cause: turn.sequence, at: now, into: database)
                    hasDeliveries = true
                }
                if let answers = turn.answers { try AnswerCountTable.put(answers, in: database) }
                for change in turn.jobs {
                    try ScheduledJobTable.apply(change, cause: turn.sequence, at: now, in: database)
                }
                guard !turn.events.isEmpty else { continue }
                hasEntries = try append(turn.events.map { NewEntry(system: $0) }, to: database) > 0 || hasEntries
            }
            return (hasDeliveries, hasEntries)
        }
        if hasDeliveries { outboxSignal.signal() }
        if hasEntries { signalEntries() }
        if turns.contains(where: { !$0.jobs.isEmpty }) { jobSignal.signal() }
        if turns.contains(where: { !$0.cases.isEmpty || !$0.caseChanges.isEmpty }) { sanctionSignal.signal() }
    }

    /// Applies case changes. Returns the authors whose cases had all ended already, because another turn was committed first.
    private static func apply(
        _ changes: [String: [CaseChange]], of turn: Turn, at now: Date, in database: Database
    ) throws -> Set<String> {
        var tooLate: Set<String> = []
        for (author, changes) in changes.sorted(by: { $0.key < $1.key }) {
            let taken = try changes.filter { try CaseTable.apply($0, at: now, in: database) }
            if taken.isEmpty { tooLate.insert(author) }
        }
        guard !tooLate.isEmpty else { return tooLate }
        var trace = turn.trace
        for index in trace.steps.indices where tooLate.contains(trace.steps[index].who) {
            trace.steps[index].what = "nothing"
            let reason = trace.steps[index].why
            trace.steps[index].why = reason.isEmpty ? "it had already ended" : "\(reason); it had already ended"
        }
        try TurnTable.update(trace, of: turn.sequence, in: database)
        return tooLate
    }

    /// The entry up to which every entry has its turn.
    package func turnedThrough() async throws -> Int64 {
        try await database.read { try CheckpointTable.value(of: .turnedThrough, in: $0) }
    }

    package func setTurnedThrough(_ sequence: Int64) async throws {
        try await commits.commit { database in
            try CheckpointTable.advance(.turnedThrough, to: sequence, in: database)
            try DecisionTicketTable.deleteCommitted(through: sequence, in: database)
        }
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
