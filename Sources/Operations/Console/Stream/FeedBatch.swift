import ChatModel
import Storage
import Synchronization

/// Entries for the browsers that watch the journal.
struct FeedBatch: Sendable {
    /// The last entry before the new ones.
    var after: Int64
    /// The last entry before those that are left out in front of the batch; nil if it leaves out none.
    var leftOutAfter: Int64?
    /// New entries in order.
    var appended: [JournalReader.Line] = []
    /// Earlier entries whose outcome has changed.
    var changed: [JournalReader.Line] = []
    /// The rows of these entries, which the browsers share.
    let rows = RenderedRows()
}

/// The rows of a batch by language, each rendered for the first browser that shows it.
///
/// Only sessions that see everything share rows: others see parts of entries.
final class RenderedRows: Sendable {
    private let rows = Mutex<[Language: [Int64: String]]>([:])

    /// Returns the rows that have been rendered, by the sequence of their entries.
    subscript(language: Language) -> [Int64: String] { rows.withLock { $0[language] ?? [:] } }

    /// Adds the row of an entry.
    func add(_ row: String, of sequence: Int64, in language: Language) {
        rows.withLock { $0[language, default: [:]][sequence] = row }
    }
}
