import BotKit
import Foundation

/// How reminders are shown.
extension ReminderDesk {
    /// What is kept in mind now, with its next moments, and how to change it.
    func echo(_ reminder: Reminder, _ key: ReminderKey, _ notes: [Wording]) throws -> Draft {
        var lines = ["#\(key.number) \(try context.text(of: reminder.timing)): \(reminder.text)"]
        lines += notes.map { "(\($0.text(in: context.language)))" }
        if reminder.timing.isRecurring {
            let moments = try context.moments(of: reminder.timing, after: context.now, count: 3)
            let next = moments.map { context.text(of: $0, in: reminder.zone) }.joined(separator: ", ")
            lines.append(context.words("next: \(next)", vi: "các lần tới: \(next)"))
        }
        let others = reminder.everybody.filter { $0.user != key.owner }.map(\.name).joined(separator: ", ")
        if !others.isEmpty { lines.append(context.words("for: \(others)", vi: "cho: \(others)")) }
        return try Draft(lines.joined(separator: "\n")).adding(
            Reminders.cancel.button(context.words("Cancel", vi: "Huỷ"), key, .secondary))
    }

    /// One of a list.
    func line(_ reminder: Reminder, _ number: Int) throws -> String {
        var line = "#\(number) \(try context.text(of: reminder.timing)): \(reminder.text)"
        if let moment = reminder.snoozed {
            let text = context.text(of: moment, in: reminder.zone)
            line += context.words(" (and \(text))", vi: " (và \(text))")
        }
        return line
    }
}
