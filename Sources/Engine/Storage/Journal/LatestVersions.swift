import ChatModel

/// The messages and edits that were decided or appended and are not durable yet, by sequence.
struct LatestVersions: Sendable {
    private var entries: [Entry] = []

    /// Adds the messages and edits among entries, which are in order. Those of a transaction that the disk refused are added again.
    mutating func add(_ new: [Entry]) {
        guard let first = new.first, let last = new.last else { return }
        let isAgain = entries.last.map { $0.sequence >= first.sequence } ?? false
        if isAgain { entries.removeAll { (first.sequence...last.sequence).contains($0.sequence) } }
        entries += new.lazy.filter { ["message", "edit"].contains($0.kind) }
        if isAgain { entries.sort { $0.sequence < $1.sequence } }
    }

    /// Removes durable entries.
    mutating func remove(through sequence: Int64) { entries.removeAll { $0.sequence <= sequence } }

    /// The last version of a message before an entry.
    func last(of message: MessageID, in channel: ChannelID, before sequence: Int64) -> Entry? {
        entries.last { $0.sequence < sequence && $0.message == message && $0.channel == channel }
    }
}
