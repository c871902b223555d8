import Foundation
import GRDB
package import Logging
package import MezonModel
import Synchronization

/// The durable half of the house: the door in (journal), what it came to (turns), and the door out (outbox).
package final class Store: Sendable {
    /// Rings after entries were appended.
    package let journalBell = AsyncSignal()
    /// Rings after entries were appended, for the archive.
    package let archiveBell = AsyncSignal()
    /// Rings after deliveries were committed.
    package let outboxBell = AsyncSignal()
    /// Rings after it was noted what became of deliveries.
    package let settlementBell = AsyncSignal()
    /// Rings after something with an end was committed: a case, or a question of a rule.
    package let sanctionBell = AsyncSignal()
    /// Rings after appointments were made, changed or dismissed.
    package let appointmentBell = AsyncSignal()
    /// Rings after it was noted that messages are missing.
    package let gapBell = AsyncSignal()

    /// What bots attach, and what they have read that is large.
    package let blobs: BlobStore

    /// Nil where texts are kept as they are.
    let seal: ValueCipher?
    let database: DatabasePool
    let commits: GroupCommit
    let time: any TimeSource
    let sequence: Mutex<Int64>
    let directory: Mutex<Directory>
    let members: Mutex<MemberDirectory>
    let names: Mutex<PeopleNames>
    let decisions: PendingDecisions
    /// The number of the newest sighting.
    let lastSighting: Mutex<Int64>

    /// Opens the house's database and brings its schema up to date.
    ///
    /// - Parameter seal: what texts are sealed with. A store that is not sealed is refused with it, unless it is new.
    /// - Throws: `StorageError`.
    package init(folder: DataDirectory, seal: ValueCipher? = nil, time: any TimeSource, logger: Logger) throws {
        database = try DatabaseOpener.open(folder.house, seal)
        self.seal = seal
        decisions = PendingDecisions { [sanctionBell] in sanctionBell.ring() }
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
        names = Mutex(PeopleNames(called))
        lastSighting = Mutex(sighting)
        sequence = Mutex(last)
        directory = Mutex(known)
        members = Mutex(people)
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
    package nonisolated(nonsending) func append(_ events: [NewEntry]) async throws -> Int {
        guard !events.isEmpty else { return 0 }
        let count = try await commits.commit { [self] in try append(events, to: $0) }
        learnNames(from: events)
        if count > 0 { ringForEntries() }
        return count
    }

    func ringForEntries() {
        journalBell.ring()
        archiveBell.ring()
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
            if let (clan, author) = event.namedAuthor, names.withLock({ $0.author(author.id, in: clan) }) != author {
                try MemberNameTable.put(author, in: clan, database)
            }
            appended += 1
        }
        for (channel, message) in newest.sorted(by: { $0.key < $1.key }) {
            try DirectoryTable.advance(channel, to: message, in: database)
        }
        return appended
    }

    /// Entries past a sequence that have no turn yet, oldest first.
    ///
    /// - Parameter bytes: of their frames, after which no more are read.
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

    /// The last that was heard of a message itself: how it was said, changed or removed.
    package func lastEntry(about message: MessageID, in channel: ChannelID) async throws -> Entry? {
        try await database.read { try JournalTable.last(about: message, in: channel, in: $0) }
    }

    package func entries(after sequence: Int64, limit: Int, bytes: Int = .max) async throws -> [Entry] {
        try await database.read { try JournalTable.entries(after: sequence, limit: limit, bytes: bytes, in: $0) }
    }

    // Turns

    /// Commits turns with their deliveries and rings; returns once they are durable. A second turn of an entry is nothing.
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
                for change in turn.appointments {
                    try ScheduledJobTable.apply(change, cause: turn.sequence, at: now, in: database)
                }
                guard !turn.events.isEmpty else { continue }
                hasEntries = try append(turn.events.map { NewEntry(house: $0) }, to: database) > 0 || hasEntries
            }
            return (hasDeliveries, hasEntries)
        }
        if hasDeliveries { outboxBell.ring() }
        if hasEntries { ringForEntries() }
        if turns.contains(where: { !$0.appointments.isEmpty }) { appointmentBell.ring() }
        if turns.contains(where: { !$0.cases.isEmpty || !$0.caseChanges.isEmpty }) { sanctionBell.ring() }
    }

    /// Returns those whose cases are all over already: another turn came first, in this lane or in another.
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
            trace.steps[index].why = reason.isEmpty ? "it was over already" : "\(reason); it was over already"
        }
        try TurnTable.update(trace, of: turn.sequence, in: database)
        return tooLate
    }

    /// Up to here every entry has its turn.
    package func turnedThrough() async throws -> Int64 {
        try await database.read { try CheckpointTable.value(of: .turnedThrough, in: $0) }
    }

    package func setTurnedThrough(_ sequence: Int64) async throws {
        try await commits.commit { database in
            try CheckpointTable.advance(.turnedThrough, to: sequence, in: database)
            try DecisionTicketTable.forgetTurned(through: sequence, in: database)
        }
    }
}

extension Event {
    /// Whether it brings a message into being.
    fileprivate var isNewMessage: Bool {
        switch self {
        case .message: true
        // No network knows a message by it, from which its history could be asked for.
        case .system(let message): message.code != .roomChange
        default: false
        }
    }
}
