import ChatModel
import Foundation

/// The period in which the hits of a rule are counted.
enum LimitSpan: String, Hashable, Sendable, CaseIterable {
    case minute, day

    private var seconds: Double { self == .minute ? 60 : 86_400 }

    /// Returns the end of the period that contains a date.
    func end(after moment: Date) -> Date {
        Date(timeIntervalSince1970: ((moment.timeIntervalSince1970 / seconds).rounded(.down) + 1) * seconds)
    }

    /// Returns the key of the state entry that holds a rule's usage in a clan; outside of clans, in the channel.
    static func key(_ rule: String, _ what: String, _ facts: Facts) -> StateKey {
        let clan = facts.clan
        var subject = what
        subject.reserveCapacity(32)  // Appended to, because an interpolated text takes longer than the count.
        subject.append(clan.isNone ? " c" : " g")
        subject.append(decimal: clan.isNone ? facts.channelID.rawValue : clan.rawValue)
        return StateKey(.quota, rule, subject)
    }
}
