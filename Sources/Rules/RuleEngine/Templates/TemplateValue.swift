import ChatModel
import Foundation

/// The value of a template path.
enum TemplateValue: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case text, user, channel, message, date, number, list
    }

    case text(String)
    case user(UserID, name: String)
    case channel(ChannelID, label: String)
    case message(MessageID, in: ChannelID, of: ClanID)
    case moment(Date)
    case number(Int)
    case list([String])

    /// Returns the default text of a value, without filters.
    func text(_ policy: RulePolicy) -> String {
        switch self {
        case .text(let text): text
        case .user(_, let name): name
        case .channel(_, let label): label.isEmpty ? "" : "#" + label
        case .message(let message, let channel, let clan): message.address(in: channel, of: clan)
        case .moment(let date): "\(date.dayText(policy.timeZone)) \(date.clockText(policy.timeZone))"
        case .number(let number): "\(number)"
        case .list(let items): items.joined(separator: ", ")
        }
    }
}

extension Date {
    /// Returns the date as `2026-03-14`.
    func dayText(_ zone: TimeZone) -> String {
        let parts = parts(zone)
        return "\(parts.year ?? 0)-\(Self.padded(parts.month))-\(Self.padded(parts.day))"
    }

    /// Returns the time as `09:05`.
    func clockText(_ zone: TimeZone) -> String {
        let parts = parts(zone)
        return "\(Self.padded(parts.hour)):\(Self.padded(parts.minute))"
    }

    private func parts(_ zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents([.year, .month, .day, .hour, .minute], from: self)
    }

    private static func padded(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
