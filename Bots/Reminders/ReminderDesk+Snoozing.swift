import BotKit
import Foundation

/// What becomes of presses below a reminder that was told.
extension ReminderDesk {
    private static let lengths = [
        (10, Wording("10 min", vi: "10 phút")), (60, Wording("1 h", vi: "1 giờ")), (1440, Wording("1 day", vi: "1 ngày")),
    ]

    func adding(_ key: ReminderKey, to draft: Draft) throws -> Draft {
        try draft.adding(
            Self.lengths.map { minutes, label in
                try Reminders.snooze.button(
                    "💤 \(label.text(in: context.language))", ReminderDelay(key: key, minutes: minutes), .secondary)
            })
    }

    /// Whoever set it puts it off for everybody, anybody else for themselves.
    func actions(about delay: ReminderDelay) async throws -> [Action] {
        let reminder = try await reminder(delay.key)
        let until = context.now.addingTimeInterval(Double(min(max(1, delay.minutes), 1440)) * 60)
        guard delay.key.owner == context.user else { return try await copy(reminder, until: until) }
        let answer = try await snooze(reminder, delay.key, until: until)
        return [.edit(answer.draft)] + answer.actions
    }

    private func copy(_ reminder: Reminder, until date: Date) async throws -> [Action] {
        let user = context.user
        let known = reminder.everybody.first { $0.user == user }
        var copy = reminder
        copy.timing = Timing(at: date, in: try await context.timeZone(of: user))
        (copy.due, copy.snoozed, copy.question, copy.joined) = (date, nil, 0, [])
        copy.audience = [known ?? Reminder.Addressee(user: user, name: "\(user)")]
        (copy.by, copy.place) = ("", context.channel)
        let key = ReminderKey(owner: user, number: try await number(nil, of: user))
        try await keep(copy, as: key)
        return [.whisper(try echo(copy, key, []), to: user)] + (try appointments(copy, key))
    }
}
