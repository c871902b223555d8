package import Logging
import Synchronization

/// The failures of a database's reads since the last one that succeeded.
package final class ReadFailures: Sendable {
    private struct State {
        var count = 0
        var words = ""
    }

    private let state = Mutex(State())
    private let logger: Logger

    package init(logger: Logger) { self.logger = logger }

    /// The reason for which reads wait, in words; nil if they do not.
    var problem: String? {
        state.withLock { $0.count > 0 ? "reads of the database fail, and are repeated: \($0.words)" : nil }
    }

    func note(_ error: any Error) {
        let words = StorageErrorDescription.words(for: error)
        let isFirst = state.withLock { state in
            (state.count, state.words) = (state.count + 1, words)
            return state.count == 1
        }
        if isFirst { logger.error("Storage degraded: reads fail, repeating", metadata: ["storage.error": "\(words)"]) }
    }

    func clear() {
        let count = state.withLock { state in
            defer { state.count = 0 }
            return state.count
        }
        if count > 0 { logger.info("Storage readable again", metadata: ["storage.attempts": "\(count)"]) }
    }
}
