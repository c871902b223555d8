import BotKit
import Foundation

/// What somebody wants to be reminded of.
struct Reminder: Codable, Sendable {
    /// Somebody who is mentioned then, by the name that the text shows.
    struct Recipient: Codable, Hashable, Sendable {
        /// Zero for a role.
        var user: UserID = 0
        var role: RoleID = 0
        var name: String
    }

    /// A message by which it was put off.
    struct Delay: Codable, Sendable {
        var message: MessageID
        var said: String
        /// The moment that was put off; nil where none was to come.
        var before: Date?
        var until: Date
    }

    var text: String
    var timing: Timing
    /// The next moment; nil once it is over.
    var due: Date?
    /// The moment of one more telling, besides what the timing says.
    var snoozed: Date?
    var clan: ClanID
    /// Where it is said.
    var channel: ChannelID
    /// The message that asked for it, its words, and where it stands.
    var question: MessageID
    var said: String
    var place: ChannelID
    /// Who asked for it, as they are called; empty where they have asked for themselves.
    var by = ""
    /// Nobody where it is for everybody in the channel, without a mention.
    var audience: [Recipient]
    /// Those who joined.
    var joined: [Recipient] = []
    /// The last few, the newest last; nil in what was kept before there were any.
    var delays: [Delay]?

    var isOpen: Bool { due != nil || snoozed != nil }
    var next: Date? { [due, snoozed].compactMap(\.self).min() }
    var zone: TimeZone { TimeZone(identifier: timing.zone) ?? .gmt }

    /// Those who are mentioned, each once.
    var everybody: [Recipient] {
        var seen: Set<[Int64]> = []
        return (audience + joined).filter { seen.insert([$0.user.rawValue, $0.role.rawValue]).inserted }
    }
}

/// Which reminder: numbers are each person's own.
struct ReminderKey: Codable, Hashable, Sendable {
    var owner: UserID
    var number: Int

    /// What its appointment is called, and that of one more telling.
    var name: String { "\(owner)/\(number)" }
    var snoozeName: String { "\(owner)/\(number)/snooze" }
}

/// Handed back when the moment has come.
struct ReminderNote: Codable, Sendable {
    var key: ReminderKey
    var isSnooze = false
    /// What it says, for rules that are told of it.
    var text: String?
}

/// A meaning that somebody has chosen.
struct ReminderChoice: Codable, Hashable, Sendable {
    /// The message that was asked back about.
    var question: MessageID
    /// The first moment, in whole seconds since 1970.
    var first: Int
    var isRecurring: Bool

    init(_ meaning: TimeInterpretation, of question: MessageID) {
        self.question = question
        first = Int(meaning.first.timeIntervalSince1970)
        isRecurring = meaning.timing.isRecurring
    }
}

/// How long a reminder that was told is put off.
struct ReminderDelay: Codable, Hashable, Sendable {
    var key: ReminderKey
    var minutes: Int
}
