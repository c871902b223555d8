import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import Storage

/// The entries that a browser wants to see. A nil property does not restrict them.
struct JournalFilter: Sendable, Hashable {
    var clan: ClanID?
    var channel: ChannelID?
    var user: UserID?
    /// The author of a step or delivery, for example `rule:flood` or `bot:dice`.
    var author: String?
    var kind: String?
    /// The places that the session sees; nil for a session that sees everything.
    var places: VisiblePlaces?

    var isEmpty: Bool { self == JournalFilter() }

    /// The part of an entry that a browser sees; nil if the filter omits it.
    func visible(_ line: JournalReader.Line) -> JournalReader.Line? {
        guard matches(line) else { return nil }
        guard let places else { return line }
        return places.visible(line)
    }

    func matches(_ line: JournalReader.Line) -> Bool {
        let entry = line.entry
        if let places, !places.contains(entry) { return false }
        if let clan, entry.clan != clan { return false }
        if let channel, entry.channel != channel { return false }
        if let kind, entry.kind != kind { return false }
        if let user, entry.event?.actor != user { return false }
        guard let author else { return true }
        let line = places.flatMap { $0.visible(line) } ?? line
        return line.deliveries.contains { $0.author == author || $0.author.hasPrefix(author + "/") }
            || (line.trace?.steps ?? []).contains { $0.who == author && $0.what != Trace.miss && $0.what != Trace.skip }
    }
}
