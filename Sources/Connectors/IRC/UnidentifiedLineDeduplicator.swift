import ChatModel
import Foundation

/// Recognizes repeated lines that have no message id: by the time up to which everything is known, and, for lines received while a history
/// gap was open, by their nick, text and time.
struct UnidentifiedLineDeduplicator: Sendable {
    private struct Line: Hashable {
        var nick: String
        var text: String
        var time: Date
    }

    private struct SeenLine {
        var through = Date.distantPast
        /// The lines received while a gap was open.
        var lines: Set<Line> = []
        var newest = Date.distantPast
    }

    private static let maxLines = 4096  // For each channel; further lines may be journaled twice.

    private var channels: [ChannelID: SeenLine] = [:]

    func isKnown(_ message: IRCMessage, in channel: ChannelID) -> Bool {
        guard message.msgid == nil, let time = message.time, let known = channels[channel] else { return false }
        return time <= known.through || known.lines.contains(Line(nick: message.by.nick, text: message.text, time: time))
    }

    mutating func record(_ message: IRCMessage, at moment: Date, in channel: ChannelID, isGapOpen: Bool) {
        var known = channels.removeValue(forKey: channel) ?? SeenLine()
        defer { channels[channel] = known }
        guard isGapOpen, !message.isLate else {
            known.through = max(known.through, moment)
            return
        }
        known.newest = max(known.newest, moment)
        guard message.msgid == nil, let time = message.time, known.lines.count < Self.maxLines else { return }
        known.lines.insert(Line(nick: message.by.nick, text: message.text, time: time))
    }

    /// Marks all received lines as known after a gap has been closed.
    mutating func catchUp(in channel: ChannelID) {
        guard let known = channels[channel] else { return }
        channels[channel] = SeenLine(through: max(known.through, known.newest))
    }
}
