package import ChatModel
import EventProcessing
import Foundation
import Moderation
package import Storage

extension EntrySummary {
    private static let longest = 80  // Characters: an example is recognized by its beginning.

    package init(_ entry: Entry, _ event: Event, _ labels: [ChannelID: String]) {
        self.init(
            event, sequence: entry.sequence, at: entry.receivedAt, kind: entry.kind, message: entry.message, in: entry.channel,
            of: entry.clan, labels)
    }

    /// The summary of an event that no entry records, after an entry.
    init(_ event: Event, at time: Date, after sequence: Int64, _ labels: [ChannelID: String]) {
        self.init(
            event, sequence: sequence, at: time, kind: event.kind, message: event.message, in: event.channel, of: event.clan,
            labels)
    }

    private init(
        _ event: Event, sequence: Int64, at time: Date, kind: String, message: MessageID, in channel: ChannelID, of clan: ClanID,
        _ labels: [ChannelID: String]
    ) {
        let label = labels[channel] ?? ""
        let content = event.said
        self.init(
            sequence: sequence, at: time, kind: kind, message: message,
            channel: label.isEmpty ? "\(channel)" : label.terminalLine,
            link: message.isNone ? "" : message.address(in: channel, of: clan),
            author: event.actorName ?? "unknown",
            text: (content.count > Self.longest ? content.prefix(Self.longest - 1) + "…" : content[...]).terminalSafe)
    }
}

extension String {
    /// The new outcome, marked as different if its description equals the old one. Equal descriptions may refer to different
    /// texts, channels or users.
    func distinguished(from other: String, by difference: String = "different content") -> String {
        self == other ? "\(self) (\(difference))" : self
    }

    /// One line without control characters for terminals.
    var quoted: String { terminalLine }
}
