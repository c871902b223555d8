package import ChatModel
package import Foundation
package import Logging

/// The durable state of the application: a database that several stores share, and the files of attachments.
package final class Store: Sendable {
    package let journal: Journal
    package let gaps: HistoryGaps
    package let turns: Turns
    package let outbox: Outbox
    package let jobs: Jobs
    package let state: StateStore
    package let cases: Cases
    package let directory: Directory
    package let copies: MessageCopies
    package let externalIDs: ExternalIDs
    package let connectors: ConnectorStates
    package let deadLetters: DeadLetters
    package let revisions: RuleRevisions
    package let redactions: Redactions
    /// The attachments of bots and the large responses that they have read.
    package let blobs: BlobStore

    /// The clock that its times come from: of a store on a server, the server's if the machine's differs.
    package let time: any TimeSource
    /// The cipher of an encrypted store; nil for a plain one.
    let cipher: ValueCipher?
    let database: StoreDatabase
    private let readFailures: ReadFailures?

    /// Opens the application's database of SQLite and migrates its schema. The file of an earlier version is upgraded, and what can be read
    /// of a damaged one is saved into a new one, which is logged.
    ///
    /// - Parameter cipher: The cipher. An existing store without encryption is refused if it is given.
    /// - Throws: `StorageError`.
    package convenience init(folder: DataDirectory, cipher: ValueCipher? = nil, time: any TimeSource, logger: Logger) throws {
        let pool = try DamagedStore(in: folder, cipher, time: time, logger: logger).open()
        let failures = ReadFailures(logger: logger)
        let database = SQLiteDatabase(
            pool, decisions: try DatabaseOpener.openToRead(folder.database, cipher), time: time, failures: failures)
        do {
            try self.init(database, failures: failures, folder: folder, cipher: cipher, time: time, logger: logger)
        } catch let error as SQLRow.ValueError {
            throw StorageError.damaged(file: folder.database, reason: "\(error)")
        }
    }

    /// Creates the stores of an open database.
    ///
    /// - Parameters:
    ///   - failures: The failures of the connections' reads; nil if only the writer notes failures.
    ///   - folder: The folder of what is not in the database, such as attachments.
    package init(
        _ connections: any SQLDatabase, failures: ReadFailures? = nil, folder: DataDirectory, cipher: ValueCipher?,
        time: any TimeSource, logger: Logger
    ) throws {
        readFailures = failures
        let cases = Cases()
        let decisions = PendingDecisions(deadlineSignal: cases.deadlineSignal, checkpoints: StateCheckpoints(time: time))
        let reader = connections.reader
        let (lastSequence, newestMessages) = try reader.readNow { connection in
            (
                // No entry is appended below the checkpoint, where none would be handled.
                max(
                    try JournalTable.lastSequence(in: connection),
                    try CheckpointTable.value(of: .turnsThrough, in: connection)),
                NewestMessages(between: try JournalTable.newestMessages(at: time.now, in: connection))
            )
        }
        let sequence = JournalSequence(lastSequence)
        let database = StoreDatabase(
            connections,
            writer: GroupCommit(
                database: connections.writer, time: time, logger: logger, sequence: sequence, participant: decisions),
            time: time)
        let (directory, lastObservation) = try reader.readNow { connection in
            (try Directory(database, in: connection), try DirectoryObservationTable.last(in: connection))
        }
        journal = Journal(database, directory: directory, sequence: sequence, newestMessages: newestMessages)
        gaps = HistoryGaps(database, journal: journal)
        externalIDs = ExternalIDs(database: database)
        copies = MessageCopies(database: database)
        connectors = ConnectorStates(database: database, journal: journal)
        outbox = Outbox(database, journal: journal)
        jobs = Jobs(database, journal: journal)
        state = StateStore(
            database, decisions: decisions, lastObservation: lastObservation)
        deadLetters = DeadLetters(database: database, journal: journal)
        turns = Turns(
            database: database, journal: journal, outbox: outbox, jobs: jobs, state: state, cases: cases,
            deadLetters: deadLetters)
        revisions = RuleRevisions(database: database, journal: journal, jobs: jobs)
        redactions = Redactions(database: database)
        blobs = BlobStore(folder: folder.blobs, cipher: cipher, shared: connections.sharedBlobs)
        self.time = time
        self.cases = cases
        self.directory = directory
        self.cipher = cipher
        self.database = database
    }

    /// A Boolean value that indicates whether the disk rejects queued writes. They are retried until it accepts them.
    package var isDegraded: Bool { database.writer.isDegraded }
    /// The reason for which writes wait, in words; nil if they do not.
    package var writeProblem: String? { database.writer.problem }
    /// The reason for which reads are repeated, in words; nil if they are not.
    package var readProblem: String? { readFailures?.problem }

    /// The right of this process to run the bot.
    package var lease: any StoreLease { database.connections.lease }

    /// The figures of what became durable since the store was opened.
    package var statistics: StoreStatistics.Figures { database.writer.statistics.figures }

    /// Keeps the times of the latest transactions from now on.
    package func followCommits() { database.writer.statistics.followCommits() }

    /// The transaction during which a time was; nil if it is not known.
    package func commitInterval(around date: Date) -> DateInterval? { database.writer.statistics.commitInterval(around: date) }

    /// A reader that uses the application's own connections.
    package var reader: JournalReader { JournalReader(database: database.reader, blobs: blobs) }

    /// Closes the database connections. Uncommitted work is resumed at the next start.
    package func close() throws {
        database.writer.close()
        try database.connections.close()
    }
}
