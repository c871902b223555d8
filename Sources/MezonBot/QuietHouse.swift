import Logging
package import MezonModel
import Persistence

/// A house that does not run, to which something is said for its next start.
package enum QuietHouse {
    /// - Throws: `StorageError.owned` where a house runs after all.
    package static func append(_ event: HouseEvent, in folder: String) async throws {
        let data = try DataFolder(folder)
        let store = try Store(
            folder: data, time: SystemTime(), logger: Logger(label: "store") { _ in SwiftLogNoOpLogHandler() })
        try await store.append([Incoming(house: event)])
        try store.close()
    }

    /// Carries out what needs no running house, or leaves it to the next that starts.
    ///
    /// - Throws: `StorageError`, and why it is refused.
    package static func answer(_ request: ControlRequest, in folder: String) async throws -> [String] {
        let data = try DataFolder(folder)
        let store = try Store(
            folder: data, time: SystemTime(), logger: Logger(label: "store") { _ in SwiftLogNoOpLogHandler() })
        let desk = LetterDesk(store: store, time: SystemTime())
        let lines: Result<[String], any Error>
        do {
            switch request {
            case .retry(let letter):
                _ = try await desk.retry(letter)
                lines = .success(["No bot runs with '\(folder)': the next that starts tries again."])
            case .discard(let letter): lines = .success([try await desk.discard(letter)])
            default: lines = .failure(ControlError.notThere(folder: folder))
            }
        } catch {
            lines = .failure(error)
        }
        try store.close()
        return try lines.get()
    }
}
