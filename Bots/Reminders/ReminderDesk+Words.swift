import BotKit
import Foundation

/// How reminders are shown.
extension ReminderDesk {
    /// What is kept in mind now, with its next moments, and how to change it.
    func echo(_ reminder: Reminder, _ key: ReminderKey, _ notes: [Wording]) throws -> Draft {
        var lines = ["#\(key.number) \(try words(for: reminder.timing)): \(reminder.text)"]
        lines += notes.map { "(\($0.text(in: context.language)))" }
        if reminder.timing.isRecurring {
            let moments = try context.moments(of: reminder.timing, after: context.now, count: 3)
            let next = moments.map { clockText($0, in: reminder.zone) }.joined(separator: ", ")
            lines.append(context.words("next: \(next)", vi: "các lần tới: \(next)"))
        }
        let others = reminder.everybody.filter { $0.user != key.owner }.map(\.name).joined(separator: ", ")
        if !others.isEmpty { lines.append(context.words("for: \(others)", vi: "cho: \(others)")) }
        if !context.clan.isNone, !reminder.question.isNone { lines.append(context.words("👍 joins", vi: "👍 để được nhắc cùng")) }
        return try Draft(lines.joined(separator: "\n")).adding(
            Reminders.cancel.button(context.words("❌ Cancel", vi: "❌ Huỷ"), key, .secondary),
            Reminders.edit.button(context.words("✏️ Edit", vi: "✏️ Sửa"), key, .secondary))
    }

    /// When it comes again; the moment of what comes once.
    func words(for timing: Timing) throws -> String {
        guard let moment = timing.once else { return try context.text(of: timing) }
        return "\(clockText(moment, in: zone(of: timing))) (\(timing.zone))"
    }

    /// Of a moment, as people say it: to the minute.
    func clockText(_ date: Date, in zone: TimeZone) -> String {
        let minute = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
        return context.text(of: minute, in: zone)
    }

    /// One of a list.
    func line(_ reminder: Reminder, _ number: Int) throws -> String {
        var line = "#\(number) \(try words(for: reminder.timing)): \(reminder.text)"
        if let moment = reminder.snoozed {
            let text = clockText(moment, in: reminder.zone)
            line += context.words(" (and \(text))", vi: " (và \(text))")
        }
        return line
    }
}
