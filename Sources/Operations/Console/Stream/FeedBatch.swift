import Storage

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
}
