import Hooks
import MezonModel
import Moderation
import Persistence

extension EntrySummary {
    private static let longest = 80  // Characters: an example is recognised by its beginning.

    init(_ entry: Entry, _ event: Event, _ labels: [ChannelID: String]) {
        let label = labels[entry.channel] ?? ""
        let said = event.said
        self.init(
            sequence: entry.sequence, at: entry.receivedAt, kind: entry.kind, message: entry.message,
            channel: label.isEmpty ? "\(entry.channel)" : label.shown,
            link: entry.message.isNone ? "" : entry.message.address(in: entry.channel, of: entry.clan),
            author: event.actorName ?? "nobody",
            text: (said.count > Self.longest ? said.prefix(Self.longest - 1) + "…" : said[...]).terminalSafe)
    }
}

extension String {
    /// What is done now beside what was done: the same words may stand for another text, place or person.
    func told(apartFrom other: String) -> String { self == other ? self + ", but not the same" : self }

    /// One line, without what could move a terminal's cursor.
    var quoted: String { shown }
}
