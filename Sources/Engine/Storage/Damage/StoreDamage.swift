import GRDB

/// The damage to a database for which what can be read is saved.
struct StoreDamage {
    /// The damage in words.
    var reasons: [String] = []
    /// A number that entries at the end had which are gone, or zero; nil if none is known to be.
    var lostEnd: Int64?

    init(reasons: [String] = []) { self.reasons = reasons }

    /// Adds that the last entries are gone.
    mutating func addLostEnd(_ reason: String, _ number: Int64 = 0) {
        reasons.append(reason)
        lostEnd = max(lostEnd ?? 0, number)
    }

    /// The last entry in the archive of a data directory, which has only entries that are durable in the journal; nil if it cannot be read.
    static func archivedEntry(in folder: DataDirectory) -> Int64? {
        guard let queue = try? DatabaseOpener.openToRead(folder.archive, as: DatabaseSchema.archive, skipsKeyCheck: true) else {
            return nil
        }
        defer { try? queue.close() }
        return try? queue.read { try ArchiveTable.progress(in: $0) }
    }
}
