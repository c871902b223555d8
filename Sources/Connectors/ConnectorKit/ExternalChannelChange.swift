package import BotConfiguration
package import ChatModel
package import Foundation

/// A change in a channel of another network: a user joined, left or was renamed, or the topic changed. It becomes a notice whose author is
/// the user who did it.
package enum ExternalChannelChange: Hashable {
    case joined
    case left(reason: String)
    case renamed(to: String)
    /// A new topic; empty if it was removed.
    case topic(String)

    private static let maximum = 300  // UTF-16 units; the text comes from a remote user.

    package func text(in locale: AccountSettings.Locale) -> String {
        func localized(_ english: String, _ vietnamese: String) -> String { locale == .vi ? vietnamese : english }
        switch self {
        case .joined: return localized("→ joined", "→ đã vào")
        case .left(let reason):
            let reason = Self.line(reason)
            return localized("← left", "← đã rời đi") + (reason.isEmpty ? "" : ": \(reason)")
        case .renamed(let name): return localized("is now called ", "nay tên là ") + Self.line(name)
        case .topic(let topic):
            let topic = Self.line(topic)
            return topic.isEmpty
                ? localized("removed the topic", "đã xoá chủ đề") : localized("set the topic: ", "đặt chủ đề: ") + topic
        }
    }

    /// Returns the message that announces the change.
    package func message(
        _ id: MessageID, in channel: ChannelID, of connection: ConnectionSettings, by author: Author, at date: Date,
        locale: AccountSettings.Locale
    ) -> Message {
        Message(
            id: id, clan: ClanID(connection: connection.name), channel: channel, author: author, code: .roomChange,
            content: Content(text(in: locale)), channelLabel: connection.channels.first { $0.id == channel }?.name ?? "",
            createdAt: date)
    }

    private static func line(_ text: String) -> String {
        MarkupBuilder.beginning(of: text.split(whereSeparator: \.isWhitespace).joined(separator: " "), units: maximum)
    }
}
