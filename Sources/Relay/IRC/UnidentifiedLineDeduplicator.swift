import Foundation
import MezonModel

/// Tells lines without a name apart from those that are told again: by the time up to which everything is known, and for what was said
/// while something was missing before it, by the line itself.
struct UnidentifiedLineDeduplicator: Sendable {
    private struct Line: Hashable {
        var nick: String
        var text: String
        var time: Date
    }

    private struct Known {
        var through = Date.distantPast
        /// Said while something was missing before it.
        var lines: Set<Line> = []
        var newest = Date.distantPast
    }

    private static let mostLines = 4096  // For each channel. What comes beyond is told twice at worst.

    private var channels: [ChannelID: Known] = [:]

    func knows(_ said: IRCMessage, in channel: ChannelID) -> Bool {
        guard said.msgid == nil, let time = said.time, let known = channels[channel] else { return false }
        return time <= known.through || known.lines.contains(Line(nick: said.by.nick, text: said.text, time: time))
    }

    mutating func take(_ said: IRCMessage, at moment: Date, in channel: ChannelID, isGapOpen: Bool) {
        var known = channels.removeValue(forKey: channel) ?? Known()
        defer { channels[channel] = known }
        guard isGapOpen, !said.isLate else {
            known.through = max(known.through, moment)
            return
        }
        known.newest = max(known.newest, moment)
        guard said.msgid == nil, let time = said.time, known.lines.count < Self.mostLines else { return }
        known.lines.insert(Line(nick: said.by.nick, text: said.text, time: time))
    }

    /// Nothing is missing any more.
    mutating func catchUp(in channel: ChannelID) {
        guard let known = channels[channel] else { return }
        channels[channel] = Known(through: max(known.through, known.newest))
    }
}
