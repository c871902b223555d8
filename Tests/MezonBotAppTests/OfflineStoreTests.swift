import BotTesting
import Foundation
import Storage
import Testing

@testable import MezonBotApp

/// Operations on the store of an application that is not running.
struct OfflineStoreTests {
    @Test func `the data directory is locked during an operation on a store that is not running`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/data"
        _ = try await OfflineStore.opened(path, nil) { _ in
            #expect(throws: StorageError.owned(folder: path, by: ProcessInfo.processInfo.processIdentifier)) {
                _ = try DataDirectory(path)
            }
        }
        _ = try DataDirectory(path)
    }
}
