import Foundation
import GRDB
package import Logging
package import MezonModel
import Synchronization

/// The readable archive, a projection of the journal: it can be thrown away and is built again from the first entry.
package final class Archive: Sendable {
    let database: DatabaseQueue
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let pause: Duration
    private let event: @Sendable (Entry) -> Event?
    /// How often texts were taken out: entries that were read before that are read again.
    private let changes = Mutex(0)
    /// The number of failures since the last success.
    private let failures = Mutex(0)

    /// - Parameters:
    ///   - pause: between two transactions: a few large ones do not compete with the house's commits.
    ///   - event: reads an entry's frame; nil for one that says nothing readable.
    /// - Throws: `StorageError`.
    package init(
        folder: DataDirectory, store: Store, time: any TimeSource, logger: Logger, pause: Duration = .seconds(1),
        event: @escaping @Sendable (Entry) -> Event?
    ) throws {
        database = try DatabaseOpener.openArchive(folder.archive, store.seal)
        self.store = store
        self.time = time
        self.logger = logger
        self.pause = pause
        self.event = event
    }

    /// Follows the journal until its signal is silenced or the task is cancelled.
    ///
    /// An error costs nothing but delay, from the first entry on: it is tried again, by itself, from where the last commit ended.
    package func run() async {
        var rings = store.archiveBell.rings.makeAsyncIterator()
        do {
            while !Task.isCancelled {
                do {
                    try await catchUp()
                } catch  where !(error is CancellationError || Task.isCancelled) {
                    try await time.sleep(for: noteFailure(error))
                    continue
                }
                noteSuccess()
                guard await rings.next() != nil else { return }
                try await time.sleep(for: pause)
            }
        } catch {
            // Cancelled: the next start goes on from the last commit.
        }
    }

    /// A Boolean value that indicates whether the archive's file cannot be read or written at the moment; it is tried again until it can.
    package var isDegraded: Bool { failures.withLock { $0 > 0 } }

    /// - Returns: the time to wait before the next try.
    private func noteFailure(_ error: any Error) -> Duration {
        let count = failures.withLock { count in
            count += 1
            return count
        }
        if count == 1 {
            logger.error(
                "Storage degraded: the archive is behind, retrying",
                metadata: ["archive.error": "\(StorageErrorDescription.words(for: error))"])
        }
        return .milliseconds(min(30_000, 250 << min(count, 7)))
    }

    private func noteSuccess() {
        let count = failures.withLock { count in
            defer { count = 0 }
            return count
        }
        if count > 0 { logger.info("The archive has recovered", metadata: ["archive.attempts": "\(count)"]) }
    }

    /// Takes in all that the journal has, and all of that into the index of words.
    ///
    /// - Parameter progress: told how far it has come: the entry.
    package func catchUp(progress: (Int64) -> Void = { _ in }) async throws {
        var position = try await database.read { try ArchiveTable.progress(in: $0) }
        let event = event
        let seal = store.seal
        while !Task.isCancelled {
            let seen = changes.withLock { $0 }
            let entries = try await store.entries(after: position, limit: Self.step, bytes: Self.stepBytes)
            let indexed = try await database.write { [self] database -> Int? in
                guard changes.withLock({ $0 }) == seen else { return nil }
                for entry in entries {
                    guard let event = event(entry) else { continue }
                    try ArchiveTable.insert(event, as: entry.sequence, at: entry.receivedAt, into: database)
                }
                if let last = entries.last { try ArchiveTable.setProgress(last.sequence, in: database) }
                return try FullTextIndex(seal, in: database).advance(by: Self.step, bytes: Self.stepBytes)
            }
            guard let indexed else { continue }
            position = entries.last?.sequence ?? position
            if entries.isEmpty, indexed == 0 { return }
            progress(entries.isEmpty ? try await database.read { try FullTextIndex(seal, in: $0).progress() } : position)
        }
    }

    /// Changes the texts of entries, here and in the index of words; to be called once the journal has changed them.
    ///
    /// - Parameter texts: what is left; nil for nothing, of the author's name too.
    package func replace(_ texts: [Int64: String?]) async throws {
        guard !texts.isEmpty else { return }
        try await database.write { [self] database in
            changes.withLock { $0 += 1 }
            let index = try FullTextIndex(store.seal, in: database)
            for (sequence, text) in texts.sorted(by: { $0.key < $1.key }) {
                guard let old = try ArchiveTable.text(of: sequence, in: database), old != text else { continue }
                try index.remove(old, at: sequence)
                try ArchiveTable.replace(text, at: sequence, in: database)
                if let text { try index.put(text, at: sequence) }
            }
        }
    }

    /// The text of an entry as it stands here.
    package func text(of sequence: Int64) async throws -> String? {
        try await database.read { try ArchiveTable.text(of: sequence, in: $0) }
    }

    /// Takes words that nothing has any more out of the index's pages, and everything that was taken out of the log.
    package func purge() async throws {
        var hasMore = try await database.write { try FullTextIndex.mergeStep(isFirst: true, in: $0) }
        while hasMore, !Task.isCancelled {
            hasMore = try await database.write { try FullTextIndex.mergeStep(isFirst: false, in: $0) }
        }
        _ = try await database.writeWithoutTransaction { try $0.emptyLog() }
    }

    private static let step = 1000  // Entries: a transaction of a few milliseconds.
    private static let stepBytes = 4 << 20  // Whatever their length.

    package func close() throws { try database.close() }
}
