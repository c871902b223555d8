import BotKit
import Foundation

/// Presses of the buttons below a posted reminder.
extension ReminderService {
    private static let lengths = [
        (10, LocalizedText("10 min", vi: "10 phút")), (60, LocalizedText("1 h", vi: "1 giờ")),
        (1440, LocalizedText("1 day", vi: "1 ngày")),
    ]

    func adding(_ key: ReminderKey, to draft: Draft) throws -> Draft {
        try draft.adding(
            Self.lengths.map { minutes, label in
                try Reminders.snooze.button(
                    "💤 \(label.text(in: context.language))", ReminderDelay(key: key, minutes: minutes), .secondary)
            })
    }

    /// Postpones the reminder for all recipients if its owner pressed, or creates a copy for any other user.
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
        (copy.due, copy.snoozed, copy.question, copy.joined, copy.delays) = (date, nil, 0, [], nil)
        let addressee = if let known { known } else { Reminder.Recipient(user: user, name: try await name(of: user)) }
        (copy.audience, copy.by, copy.place) = ([addressee], "", context.channel)
        let key = ReminderKey(owner: user, number: try await number(nil, of: user))
        try await save(copy, as: key)
        // An ephemeral message cannot have buttons.
        let (command, lines) = ("\(context.prefix)remind cancel \(key.number)", try lines(of: copy, key, []))
        let hint = context.words("to cancel it: \(command)", vi: "để huỷ: \(command)")
        return [.ephemeral(Draft((lines + [hint]).joined(separator: "\n")), to: user)] + (try schedulingActions(copy, key))
    }

    /// Returns the name of a user who has recently posted here, or else their id.
    private func name(of user: UserID) async throws -> String {
        do {
            let author = try await context.history().last { $0.author.id == user }?.author
            return author.flatMap { $0.username.isEmpty ? nil : $0.username } ?? "\(user)"
        } catch is ContextReadError {
            return "\(user)"
        }
    }
}

extension Reminder {
    private static let maxDelays = 3

    /// The time that is moved when the reminder is postponed.
    var movable: Date? { timing.isRecurring ? snoozed : due }

    mutating func move(to date: Date) {
        if timing.isRecurring {
            snoozed = date
        } else {
            (due, timing) = (date, Timing(at: date, in: zone))
        }
    }

    mutating func note(_ delay: Delay) {
        delays = ((delays ?? []).filter { $0.message != delay.message } + [delay]).suffix(Self.maxDelays)
    }

    /// Restores the previous time, unless the new one has passed or was changed since.
    mutating func takeBack(_ delay: Delay) {
        guard movable == delay.until else { return }
        guard let before = delay.before else {
            (due, snoozed) = (timing.isRecurring ? due : nil, nil)
            return
        }
        move(to: before)
    }
}
