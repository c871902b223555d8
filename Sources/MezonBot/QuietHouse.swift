import Hooks
import Logging
package import MezonModel
import Persistence

/// A house that does not run, to which something is said for its next start.
package enum QuietHouse {
    /// - Throws: `StorageError.owned` where a house runs after all.
    package static func append(_ event: HouseEvent, in folder: String) async throws {
        _ = try await opened(folder) { try await $1.append([Incoming(house: event)]) }
    }

    /// Carries out what needs no running house, or leaves it to the next that starts.
    ///
    /// - Throws: `StorageError`, and why it is refused.
    package static func answer(_ request: ControlRequest, in folder: String) async throws -> [String] {
        try await opened(folder) { _, store in
            let desk = LetterDesk(store: store, time: SystemTime())
            switch request {
            case .retry(let letter):
                _ = try await desk.retry(letter)
                return ["No bot runs with '\(folder)': the next that starts tries again."]
            case .discard(let letter): return [try await desk.discard(letter)]
            default: throw ControlError.notThere(folder: folder)
            }
        }
    }

    /// Brings the archive up to the journal, for a house that ended before it had or that never had one.
    ///
    /// - Parameter progress: told how far it has come: the entry.
    /// - Throws: `StorageError.owned` where a house runs, which does that itself.
    package static func catchUpArchive(in folder: String, progress: (Int64) -> Void) async throws {
        try await opened(folder) { data, store in
            let archive = try Archive(folder: data, store: store, time: SystemTime(), logger: silence) { $0.event }
            do {
                try await archive.catchUp(progress: progress)
            } catch {
                try archive.close()
                throw error
            }
            try archive.close()
        }
    }

    private static let silence = Logger(label: "store") { _ in SwiftLogNoOpLogHandler() }

    private static func opened<Value: Sendable>(
        _ folder: String, _ body: (DataFolder, Store) async throws -> Value
    ) async throws -> Value {
        let data = try DataFolder(folder)
        let store = try Store(folder: data, time: SystemTime(), logger: silence)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(data, store))
        } catch {
            result = .failure(error)
        }
        try store.close()
        return try result.get()
    }
}
