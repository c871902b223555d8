import ChatModel
import EventProcessing
import Moderation
import Storage

extension EntrySummary {
    private static let longest = 80  // Characters: an example is recognized by its beginning.

    init(_ entry: Entry, _ event: Event, _ labels: [ChannelID: String]) {
        let label = labels[entry.channel] ?? ""
        let content = event.said
        self.init(
            sequence: entry.sequence, at: entry.receivedAt, kind: entry.kind, message: entry.message,
            channel: label.isEmpty ? "\(entry.channel)" : label.terminalLine,
            link: entry.message.isNone ? "" : entry.message.address(in: entry.channel, of: entry.clan),
            author: event.actorName ?? "unknown",
            text: (content.count > Self.longest ? content.prefix(Self.longest - 1) + "…" : content[...]).terminalSafe)
    }
}

extension String {
    /// The new outcome, marked as different if its description equals the old one. Equal descriptions may refer to different
    /// texts, channels or users.
    func distinguished(from other: String) -> String { self == other ? self + " (different content)" : self }

    /// One line without control characters for terminals.
    var quoted: String { terminalLine }
}
