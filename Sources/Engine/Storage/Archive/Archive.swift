import AsyncSupport
package import ChatModel
import Foundation
import GRDB
package import Logging
import Synchronization

/// The readable archive of messages: a projection of the journal that can be deleted and rebuilt from the first entry.
package final class Archive: Sendable {
    let database: DatabaseQueue
    private let path: String
    private let journal: Journal
    let cipher: ValueCipher?
    private let time: any TimeSource
    private let logger: Logger
    private let pause: Duration
    private let event: @Sendable (Entry) -> Event?
    /// The number of calls to `rewrite`. A batch of entries that was read before one is read again.
    private let changes = Mutex(0)
    /// The number of failures since the last success.
    private let failures = Mutex(0)
    /// The last entry that is in the archive.
    private let archived: Mutex<Int64>

    /// - Parameters:
    ///   - pause: The delay between two transactions. Few large transactions do not compete with the application's commits.
    ///   - event: Decodes an entry's frame; returns nil for an entry without readable content.
    /// - Throws: `StorageError`.
    package init(
        folder: DataDirectory, store: Store, time: any TimeSource, logger: Logger, pause: Duration = .seconds(1),
        event: @escaping @Sendable (Entry) -> Event?
    ) throws {
        path = folder.archive
        database = try DatabaseOpener.openArchive(
            path, store.cipher, keepingDamaged: { time.now.compactStamp }, logger: logger)
        archived = Mutex(try database.read { try ArchiveTable.progress(in: $0) })
        journal = store.journal
        cipher = store.cipher
        self.time = time
        self.logger = logger
        self.pause = pause
        self.event = event
    }

    /// Follows the journal until its signal finishes or the task is cancelled.
    ///
    /// An error, even at the first entry, only causes delay: the archive retries from its last commit.
    package func run() async {
        journal.recent.follow()
        var signalIterator = journal.archiveSignal.signals.makeAsyncIterator()
        do {
            while !Task.isCancelled {
                do {
                    try await catchUp()
                } catch  where !(error is CancellationError || Task.isCancelled) {
                    try await time.sleep(for: noteFailure(error))
                    continue
                }
                noteSuccess()
                guard await signalIterator.next() != nil else { return }
                try await time.sleep(for: pause)
            }
        } catch {
            // Cancelled: the next start resumes from the last commit.
        }
    }

    /// Lets the next start keep the archive's file under another name and make a new archive of the journal.
    ///
    /// - Throws: `StorageError`.
    package func noteDamage() throws { try DamagedArchive(path).makeNote() }

    /// A Boolean value that indicates whether the archive's file currently cannot be read or written. The archive retries until it
    /// can.
    package var isDegraded: Bool { failures.withLock { $0 > 0 } }

    /// The last entry that is in the archive.
    package var position: Int64 { archived.withLock { $0 } }

    /// - Returns: The delay before the next attempt.
    private func noteFailure(_ error: any Error) -> Duration {
        let count = failures.withLock { count in
            count += 1
            return count
        }
        if count == 1 {
            logger.error(
                "Archive degraded: updates fail, retrying",
                metadata: ["archive.error": "\(StorageErrorDescription.words(for: error))"])
        }
        return .milliseconds(min(30_000, 250 << min(count, 7)))
    }

    private func noteSuccess() {
        let count = failures.withLock { count in
            defer { count = 0 }
            return count
        }
        if count > 0 { logger.info("Archive recovered", metadata: ["archive.attempts": "\(count)"]) }
    }

    /// Copies all journal entries into the archive and indexes their texts.
    ///
    /// - Parameter progress: Receives the last entry processed.
    package func catchUp(progress: (Int64) -> Void = { _ in }) async throws {
        var position = try await database.read { try ArchiveTable.progress(in: $0) }
        let event = event
        while !Task.isCancelled {
            let seen = changes.withLock { $0 }
            let entries = try await entries(after: position)
            let indexed = try await database.write { [self] database -> Int? in
                guard changes.withLock({ $0 }) == seen else { return nil }
                try ArchiveTable.insert(
                    entries.compactMap { entry in event(entry).map { ($0, entry.sequence) } }, into: database)
                if let last = entries.last {
                    try ArchiveTable.setProgress(last.sequence, in: database)
                    try database.notifyChanges(in: Table("message_version"))
                }
                return try FullTextIndex(cipher, in: database).advance(by: Self.step, bytes: Self.stepBytes)
            }
            guard let indexed else { continue }
            position = entries.last?.sequence ?? position
            archived.withLock { [position] in $0 = position }
            if entries.isEmpty, indexed == 0 { return }
            progress(entries.isEmpty ? try await database.read { try FullTextIndex(cipher, in: $0).progress() } : position)
        }
    }

    /// The entries after a sequence: from memory where the archive follows closely, otherwise from the journal.
    private func entries(after sequence: Int64) async throws -> [Entry] {
        if let recent = journal.recent.take(after: sequence) { return recent }
        return try await journal.entries(after: sequence, limit: Self.step, bytes: Self.stepBytes)
    }

    /// Changes the texts of entries in the archive and the full-text index. Call it after the journal has changed them, also for entries
    /// that are not archived yet: they are then read again from the journal.
    ///
    /// - Parameter change: Returns the new text for an old one; nil removes the text and the author's name.
    package func rewrite(_ sequences: [Int64], _ change: @escaping @Sendable (String) -> String?) async throws {
        guard !sequences.isEmpty else { return }
        journal.recent.discard()
        try await database.write { [self] database in
            changes.withLock { $0 += 1 }
            let index = try FullTextIndex(cipher, in: database)
            for sequence in sequences {
                guard let old = try ArchiveTable.text(of: sequence, in: database) else { continue }
                let text = change(old)
                guard old != text else { continue }
                try index.remove(old, at: sequence)
                try ArchiveTable.replace(text, at: sequence, in: database)
                if let text { try index.put(text, at: sequence) }
            }
        }
    }

    /// The archived text of an entry.
    package func text(of sequence: Int64) async throws -> String? {
        try await database.read { try ArchiveTable.text(of: sequence, in: $0) }
    }

    /// Removes deleted words from the pages of the full-text index and truncates the write-ahead log.
    package func purge() async throws {
        var hasMore = try await database.write { try FullTextIndex.mergeStep(isFirst: true, in: $0) }
        while hasMore, !Task.isCancelled {
            hasMore = try await database.write { try FullTextIndex.mergeStep(isFirst: false, in: $0) }
        }
        _ = try await database.writeWithoutTransaction { try $0.truncateLog() }
    }

    private static let step = 8192  // Entries. The database is the archive's own, so a long transaction delays no one.
    private static let stepBytes = 4 << 20  // A limit independent of the number of entries.

    package func close() throws { try database.closeWithoutLog() }
}
