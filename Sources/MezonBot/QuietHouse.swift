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
}
