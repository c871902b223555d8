package import ChatModel
import EventProcessing
import Logging
import PostgreSQLStorage
package import Storage

/// Operations on the store of an application that is not running.
package enum OfflineStore {
    /// - Throws: `StorageError.owned` if the application is running.
    package static func append(_ event: SystemEvent, in folder: String, cipher: ValueCipher?) async throws {
        _ = try await opened(folder, cipher) { try await $0.journal.append([NewEntry(system: event)]) }
    }

    /// Performs a request that needs no running application, or leaves it to the next start.
    ///
    /// - Throws: `StorageError`, or the reason why the request is refused.
    package static func answer(_ request: AdminRequest, in folder: String, cipher: ValueCipher?) async throws -> [String] {
        try await opened(folder, cipher) { store in
            let deadLetters = DeadLetterService(store: store, time: store.time)
            let jobs = ScheduledJobService(store: store, time: store.time)
            switch request {
            case .retry(let number, let author):
                _ = try await deadLetters.retry(number, by: author)
                return ["No bot is running with '\(folder)'; the dead letter is retried at the next start."]
            case .discard(let number, let author): return [try await deadLetters.discard(number, by: author)]
            case .resend(let channels, let since):
                let count = try await store.outbox.reopen(to: channels, since: since, where: \.sendsMessage)
                return [
                    AdminRequestHandler.resendSummary(count)
                        + (count > 0 ? ", to be sent when a bot runs with '\(folder)'" : "")
                ]
            case .pause(let id, let author): return [try await jobs.pause(id, by: author)]
            case .resume(let id, let author): return [try await jobs.resume(id, by: author)]
            case .cancel(let id, let author): return [try await jobs.cancel(id, by: author)]
            default: throw AdminSocketError.notThere(folder: folder)
            }
        }
    }

    /// Updates the archive from the journal, for a directory whose application ended before or has never archived.
    ///
    /// - Parameter progress: Receives the number of the last entry archived.
    /// - Throws: `StorageError.owned` if the application is running, which updates the archive itself.
    package static func catchUpArchive(in folder: String, cipher: ValueCipher?, progress: (Int64) -> Void) async throws {
        try await archived(folder, cipher, progress: progress) { _, _ in }
    }

    /// Erases the stored data of a user.
    ///
    /// - Throws: `StorageError.owned` if the application is running.
    package static func eraseUser(
        _ user: UserID, in folder: String, cipher: ValueCipher?, progress: (Int64) -> Void
    ) async throws -> [String] {
        try await archived(folder, cipher) { store, archive in
            try await UserErasure(store: store, archive: archive, time: store.time) { _ = try await $1() }.erase(
                user, progress: progress
            ).lines
        }
    }

    /// Removes the texts whose retention period has ended.
    ///
    /// - Throws: `StorageError.owned` if the application is running.
    package static func sweep(_ policy: RetentionPolicy, in folder: String, cipher: ValueCipher?) async throws -> RetentionReport
    {
        try await archived(folder, cipher) { store, archive in
            let report = try await RetentionSweep(store: store, archive: archive, policy: policy).run(at: store.time.now)
            try await archive.purge()
            _ = try await store.redactions.truncateLog()
            return report
        }
    }

    private static func archived<Value: Sendable>(
        _ folder: String, _ cipher: ValueCipher?, progress: (Int64) -> Void = { _ in },
        _ body: (Store, Archive) async throws -> Value
    ) async throws -> Value {
        let stores = try DataStores(
            try DataDirectory(folder), try StoreOpener.server(of: folder), cipher: cipher,
            time: DatabaseClock(SystemTime()), logger: silence)
        return try await closing(stores.close) {
            try await stores.archive.catchUp(progress: progress)
            return try await body(stores.store, stores.archive)
        }
    }

    /// Opens the store for one operation. The data directory stays locked until the store is closed.
    static func opened<Value: Sendable>(
        _ folder: String, _ cipher: ValueCipher?, _ body: (Store) async throws -> Value
    ) async throws -> Value {
        let directory = try DataDirectory(folder)
        defer { withExtendedLifetime(directory) {} }
        let store = try StoreOpener.open(
            directory, try StoreOpener.server(of: folder), cipher: cipher,
            time: DatabaseClock(SystemTime()), logger: silence)
        return try await closing(store.close) { try await body(store) }
    }

    private static let silence = Logger(label: "store") { _ in SwiftLogNoOpLogHandler() }

    private static func closing<Value: Sendable>(
        _ close: () throws -> Void, _ body: () async throws -> Value
    ) async throws -> Value {
        let value: Value
        do {
            value = try await body()
        } catch {
            var errors = FirstError(error, logger: silence)
            errors.catching(close)
            throw error
        }
        try close()
        return value
    }
}
