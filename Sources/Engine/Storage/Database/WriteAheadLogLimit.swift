import Foundation
import GRDB
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The limit of a database's write-ahead log.
///
/// SQLite begins a log anew only with a commit that finds no reader in it. Under load readers overlap, so that there is always
/// one, and the log would grow for as long as the load lasts.
final class WriteAheadLogLimit: Sendable {
    /// The size above which a log that is begun anew is truncated by SQLite.
    static let bytesKept = 64 << 20

    private let file: String
    private let bytes: Int
    /// The size above which the log is truncated: the limit, or more after a reader has prevented it.
    private let threshold: Mutex<Int>

    init(of path: String, bytes: Int) {
        file = path + "-wal"
        self.bytes = bytes
        threshold = Mutex(bytes)
    }

    /// Truncates the log if it exceeds the limit. Called on the writing connection, between two transactions.
    func enforce(on database: Database) {
        let (size, step) = (size, bytes / 4)
        let isExceeded = threshold.withLock { threshold in
            // The log may have been begun anew since a reader prevented its truncation.
            threshold = max(bytes, min(threshold, size + step))
            return size > threshold
        }
        guard isExceeded else { return }
        let isTruncated: Bool
        do {
            isTruncated = try database.truncateLog(waiting: 250)  // Milliseconds: several pages of results.
        } catch {
            isTruncated = false  // Commits report a failing disk and wait for it.
        }
        threshold.withLock { $0 = isTruncated ? bytes : size + step }
    }

    private var size: Int {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }
}
