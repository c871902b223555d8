import BotKit
import Foundation

/// A reminder that a user has set.
struct Reminder: Codable, Sendable {
    /// A user or role to mention, with the displayed name.
    struct Recipient: Codable, Hashable, Sendable {
        /// The user; zero for a role.
        var user: UserID = 0
        var role: RoleID = 0
        var name: String
    }

    /// A message that postponed the reminder.
    struct Delay: Codable, Sendable {
        var message: MessageID
        var said: String
        /// The time before it was postponed; nil if none was pending.
        var before: Date?
        var until: Date
    }

    var text: String
    var timing: Timing
    /// The next time; nil once the reminder is done.
    var due: Date?
    /// The time of one additional reminder besides the timing.
    var snoozed: Date?
    var clan: ClanID
    /// The channel in which the reminder is posted.
    var channel: ChannelID
    /// The message that set the reminder, its text and its channel.
    var question: MessageID
    var said: String
    var place: ChannelID
    /// The name of the user who set it for others; empty if they are among the recipients.
    var by = ""
    /// The recipients; empty if the reminder is for the whole channel, without a mention.
    var audience: [Recipient]
    /// The users who have joined the reminder.
    var joined: [Recipient] = []
    /// The latest postponements, newest last; nil in state stored before they were recorded.
    var delays: [Delay]?

    var isOpen: Bool { due != nil || snoozed != nil }
    var next: Date? { [due, snoozed].compactMap(\.self).min() }
    var zone: TimeZone { TimeZone(identifier: timing.zone) ?? .gmt }

    /// All recipients without duplicates.
    var everybody: [Recipient] {
        var seen: Set<[Int64]> = []
        return (audience + joined).filter { seen.insert([$0.user.rawValue, $0.role.rawValue]).inserted }
    }
}

/// The identity of a reminder: numbers are per user.
struct ReminderKey: Codable, Hashable, Sendable {
    var owner: UserID
    var number: Int

    /// The names of its scheduled job and of the job for an additional reminder.
    var name: String { "\(owner)/\(number)" }
    var snoozeName: String { "\(owner)/\(number)/snooze" }
}

/// The data of a reminder's scheduled job.
struct ReminderNote: Codable, Sendable {
    var key: ReminderKey
    var isSnooze = false
    /// The reminder's text, for rules that receive the occurrence.
    var text: String?
}

/// The meaning of an ambiguous request that the user has chosen.
struct ReminderChoice: Codable, Hashable, Sendable {
    /// The message with the ambiguous request.
    var question: MessageID
    /// The first time of the chosen meaning, in whole seconds since 1970.
    var first: Int
    var isRecurring: Bool

    init(_ meaning: TimeInterpretation, of question: MessageID) {
        self.question = question
        first = Int(meaning.first.timeIntervalSince1970)
        isRecurring = meaning.timing.isRecurring
    }
}

/// The payload of a button that postpones a posted reminder.
struct ReminderDelay: Codable, Hashable, Sendable {
    var key: ReminderKey
    var minutes: Int
}
