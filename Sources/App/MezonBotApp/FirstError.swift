import Logging
import Storage

/// The first error of operations that must all run, as those that close resources do. Later errors are logged.
struct FirstError {
    private var error: (any Error)?
    private let logger: Logger

    /// - Parameter error: The error that was thrown before the operations; nil if there is none.
    init(_ error: (any Error)? = nil, logger: Logger) {
        self.error = error
        self.logger = logger
    }

    mutating func catching(_ operation: () throws -> Void) {
        do { try operation() } catch { note(error) }
    }

    mutating func catching(_ operation: () async throws -> Void) async {
        do { try await operation() } catch { note(error) }
    }

    /// Throws the first error, if there was any.
    func rethrow() throws { if let error { throw error } }

    private mutating func note(_ later: any Error) {
        guard error != nil else { return error = later }
        logger.warning(
            "Error while closing after an earlier one", metadata: ["close.error": "\(StorageErrorDescription.words(for: later))"])
    }
}
