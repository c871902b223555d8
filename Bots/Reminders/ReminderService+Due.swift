import BotKit
import Foundation

/// The messages of due reminders.
extension ReminderService {
    func actions(about occurrence: SystemEvent.Occurrence) async throws -> [Action] {
        let note = try occurrence.note(as: ReminderNote.self)
        guard var reminder = try await context.state(.user(note.key.owner)).value.reminders[note.key.number] else { return [] }
        if note.isSnooze {
            guard isThis(reminder.snoozed, occurrence) else { return [] }
            reminder.snoozed = nil
        } else {
            guard try awaits(reminder, occurrence) else { return [] }
            reminder.due = try next(of: reminder, after: occurrence)
        }
        try await save(reminder, as: note.key)
        return [.send(try told(reminder, note.key, occurrence))]
    }

    /// Returns whether the occurrence is still valid: a reminder moved in the meantime ignores the old time. Of occurrences
    /// missed during an outage, the latest represents all.
    private func awaits(_ reminder: Reminder, _ occurrence: SystemEvent.Occurrence) throws -> Bool {
        let moment = occurrence.job.due
        guard let due = reminder.due, moment.timeIntervalSince(due) > -1 else { return false }
        return isThis(try context.occurrences(of: reminder.timing, after: moment - 1, count: 1).first, occurrence)
    }

    /// Returns the next time by the reminder's own timing: the occurrence may belong to an earlier one with the same time.
    private func next(of reminder: Reminder, after occurrence: SystemEvent.Occurrence) throws -> Date? {
        guard reminder.timing.isRecurring else { return nil }
        return try context.occurrences(of: reminder.timing, after: max(occurrence.job.due, occurrence.at), count: 1).first
    }

    private func isThis(_ date: Date?, _ occurrence: SystemEvent.Occurrence) -> Bool {
        date.map { abs($0.timeIntervalSince(occurrence.job.due)) < 1 } ?? false
    }

    private func told(_ reminder: Reminder, _ key: ReminderKey, _ occurrence: SystemEvent.Occurrence) throws -> Draft {
        var text = "⏰ "
        var mentions: [Mention] = []
        for person in reminder.everybody {
            let start = text.utf16.count
            text += "@\(person.name)"
            mentions.append(
                Mention(
                    user: person.user, username: person.role.isNone ? person.name : "", role: person.role,
                    roleName: person.role.isNone ? "" : person.name, range: TextRange(start, text.utf16.count)))
            text += " "
        }
        text += reminder.text
        if !reminder.by.isEmpty { text += " — \(reminder.by)" }
        if let late = lateness(occurrence.lateness) { text += " (\(late))" }
        return try adding(key, to: Draft(Content(text), mentions: mentions))
    }

    /// Returns a note on the delay; nil if there is none.
    private func lateness(_ length: Duration) -> String? {
        let minutes = Int(length / .seconds(60))
        guard minutes > 0 else { return nil }
        let units = [(1440, "d", "ngày"), (60, "h", "giờ"), (1, "min", "phút")]
        var rest = minutes
        let parts = units.compactMap { size, en, vi -> String? in
            defer { rest %= size }
            return rest >= size ? "\(rest / size) \(context.words(en, vi: vi))" : nil
        }.prefix(2).joined(separator: " ")
        return context.words("late by \(parts)", vi: "trễ \(parts)")
    }
}
