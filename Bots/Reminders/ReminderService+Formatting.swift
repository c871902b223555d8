import BotKit
import Foundation

/// The presentation of reminders.
extension ReminderService {
    /// Returns a summary of the reminder with its next times, and buttons to change it.
    func summary(_ reminder: Reminder, _ key: ReminderKey, _ notes: [LocalizedText]) throws -> Draft {
        try Draft(try lines(of: reminder, key, notes).joined(separator: "\n")).adding(
            Reminders.cancel.button(context.words("❌ Cancel", vi: "❌ Huỷ"), key, .secondary),
            Reminders.edit.button(context.words("✏️ Edit", vi: "✏️ Sửa"), key, .secondary))
    }

    func lines(of reminder: Reminder, _ key: ReminderKey, _ notes: [LocalizedText]) throws -> [String] {
        var lines = ["#\(key.number) \(try words(for: reminder)): \(reminder.text)"]
        lines += notes.map { "(\($0.text(in: context.language)))" }
        if reminder.timing.isRecurring, reminder.due != nil {
            let moments = try context.occurrences(of: reminder.timing, after: context.now, count: 3)
            let next = moments.map { clockText($0, in: reminder.zone) }.joined(separator: ", ")
            lines.append(context.words("next: \(next)", vi: "các lần tới: \(next)"))
        }
        let others = reminder.everybody.filter { $0.user != key.owner }.map(\.name).joined(separator: ", ")
        if !others.isEmpty { lines.append(context.words("for: \(others)", vi: "cho: \(others)")) }
        if !context.clan.isNone, !reminder.question.isNone { lines.append(context.words("👍 to join", vi: "👍 để được nhắc cùng")) }
        return lines
    }

    /// Describes the timing, or the additional reminder if only that is pending.
    private func words(for reminder: Reminder) throws -> String {
        guard reminder.due == nil, let moment = reminder.snoozed else { return try words(for: reminder.timing) }
        return try words(for: Timing(at: moment, in: reminder.zone))
    }

    /// Describes a recurrence, or the time of a single occurrence.
    func words(for timing: Timing) throws -> String {
        guard let moment = timing.once else { return try context.text(of: timing) }
        return "\(clockText(moment, in: zone(of: timing))) (\(timing.zone))"
    }

    /// Formats a date and time to the minute.
    func clockText(_ date: Date, in zone: TimeZone) -> String {
        let minute = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
        return context.text(of: minute, in: zone)
    }

    /// Returns one line of the list.
    func line(_ reminder: Reminder, _ number: Int) throws -> String {
        var line = "#\(number) \(try words(for: reminder)): \(reminder.text)"
        if reminder.due != nil, let moment = reminder.snoozed {
            let text = clockText(moment, in: reminder.zone)
            line += context.words(" (and \(text))", vi: " (và \(text))")
        }
        return line
    }

    private static let maxNumber = 999_999_999  // The parser's maximum for larger numbers.
    private static let maxDigits = 20

    /// Returns the number of a reminder as the user wrote it.
    func digits(of number: Int) -> String {
        let runs = (context.message?.text ?? "").split { !("0"..."9").contains($0) }
        guard let run = runs.first(where: { min(Int($0) ?? .max, Self.maxNumber) == number }) else { return "\(number)" }
        return run.count > Self.maxDigits ? run.prefix(Self.maxDigits - 1) + "…" : String(run)
    }
}
