import BotConfig
import Foundation
import MezonModel

/// Somebody came to a room of another network or left it, or the room or a name changed. It is told as a notice whose author did it.
enum ExternalChannelChange: Hashable {
    case came
    case left(reason: String)
    case renamed(to: String)
    /// Empty where there is none any more.
    case topic(String)

    private static let longest = 300  // UTF-16 units of what somebody else has written.

    func text(in locale: BotSettings.Locale) -> String {
        func say(_ english: String, _ vietnamese: String) -> String { locale == .vi ? vietnamese : english }
        switch self {
        case .came: return say("→ joined", "→ đã vào")
        case .left(let reason):
            let reason = Self.line(reason)
            return say("← left", "← đã rời đi") + (reason.isEmpty ? "" : ": \(reason)")
        case .renamed(let name): return say("is now called ", "nay tên là ") + Self.line(name)
        case .topic(let topic):
            let topic = Self.line(topic)
            return topic.isEmpty ? say("removed the topic", "đã xoá chủ đề") : say("set the topic: ", "đặt chủ đề: ") + topic
        }
    }

    /// The message that tells of it.
    func notice(
        _ id: MessageID, in channel: ChannelID, of port: ConnectionSettings, by author: Author, at date: Date,
        locale: BotSettings.Locale
    ) -> Message {
        Message(
            id: id, clan: ClanID(port: port.name), channel: channel, author: author, code: .roomChange,
            content: Content(text(in: locale)), channelLabel: port.rooms.first { $0.id == channel }?.name ?? "", createdAt: date)
    }

    private static func line(_ text: String) -> String {
        MarkupBuilder.beginning(of: text.split(whereSeparator: \.isWhitespace).joined(separator: " "), units: longest)
    }
}
