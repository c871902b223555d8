import ChatModel
import Foundation
import Replay

/// The history from which suggestions are made.
struct SuggestionQuery: Sendable, Hashable {
    /// The newest entries that are read.
    static let maxEntries: Int64 = 100_000
    static let defaultSince = "30d"

    var since: Date
    var until: Date?
    /// The only clan; zero for all.
    var clan: ClanID
    /// A Boolean value that indicates whether moderators are taken to have deleted every message of which it is unknown who deleted it.
    var countsDeletions: Bool

    /// Reads a form.
    ///
    /// - Throws: `ScreenError.refused` for a time that is none or lies ahead, an empty span, and an unknown clan.
    init(_ form: FormFields, clans: [Clan], at now: Date, in zone: TimeZone, _ texts: Texts) throws(ScreenError) {
        since = try form.pastTime("since", at: now, in: zone, texts)
        until = form["until"].isEmpty ? nil : try form.pastTime("until", at: now, in: zone, texts)
        if let until, until <= since { throw .refused([texts["suggest_empty_span"]]) }
        clan = try form.clan(among: clans, texts)
        countsDeletions = form["deletions"] == "yes"
    }
}

extension FormFields {
    /// The time in a field.
    ///
    /// - Throws: `ScreenError.refused` for a text that is no time, and for a time that lies ahead.
    func pastTime(_ name: String, at now: Date, in zone: TimeZone, _ texts: Texts) throws(ScreenError) -> Date {
        let text = String(self[name].prefix(40))
        guard let time = PastTime(text, in: zone) else {
            throw .refused([texts.text("time_unknown", ["time": text]), texts["time_hint"]])
        }
        let date = time.date(before: now)
        guard date <= now else { throw .refused([texts.text("time_ahead", ["time": text])]) }
        return date
    }

    /// The clan in the field `clan`; zero if it is empty.
    ///
    /// - Throws: `ScreenError.refused` for an unknown one.
    func clan(among clans: [Clan], _ texts: Texts) throws(ScreenError) -> ClanID {
        guard !self["clan"].isEmpty else { return 0 }
        guard let clan = ClanID(self["clan"]), clans.contains(where: { $0.id == clan }) else {
            throw .refused([texts.text("clan_unknown", ["clan": String(self["clan"].prefix(40))])])
        }
        return clan
    }
}
