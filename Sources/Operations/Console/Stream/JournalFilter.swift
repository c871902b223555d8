import ChatModel
import EventProcessing
import Foundation
import Storage

/// The entries that a browser wants to see. A nil property does not restrict them.
struct JournalFilter: Sendable, Hashable {
    var clan: ClanID?
    var channel: ChannelID?
    var user: UserID?
    /// The author of a step or delivery, for example `rule:flood` or `bot:dice`.
    var author: String?
    var kind: String?

    var isEmpty: Bool { self == JournalFilter() }

    func matches(_ line: JournalReader.Line) -> Bool {
        let entry = line.entry
        if let clan, entry.clan != clan { return false }
        if let channel, entry.channel != channel { return false }
        if let kind, entry.kind != kind { return false }
        if let user, entry.event?.actor != user { return false }
        guard let author else { return true }
        return line.deliveries.contains { $0.author == author || $0.author.hasPrefix(author + "/") }
            || (line.trace?.steps ?? []).contains { $0.who == author && $0.what != Trace.miss && $0.what != Trace.skip }
    }
}
