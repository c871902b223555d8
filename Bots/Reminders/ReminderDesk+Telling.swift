import BotKit
import Foundation

/// What is said when a moment has come.
extension ReminderDesk {
    func actions(about occurrence: HouseEvent.Occurrence) async throws -> [Action] {
        let note = try occurrence.note(as: ReminderNote.self)
        guard var reminder = try await context.state(.user(note.key.owner)).value.reminders[note.key.number] else { return [] }
        if note.isSnooze {
            guard isThis(reminder.snoozed, occurrence) else { return [] }
            reminder.snoozed = nil
        } else {
            // One that was moved while its old moment was on its way does not come at that.
            guard let due = reminder.due, reminder.timing.isRecurring || isThis(due, occurrence) else { return [] }
            reminder.due = occurrence.next
        }
        try await keep(reminder, as: note.key)
        return [.send(try told(reminder, note.key, occurrence))]
    }

    private func isThis(_ date: Date?, _ occurrence: HouseEvent.Occurrence) -> Bool {
        date.map { abs($0.timeIntervalSince(occurrence.appointment.due)) < 1 } ?? false
    }

    private func told(_ reminder: Reminder, _ key: ReminderKey, _ occurrence: HouseEvent.Occurrence) throws -> Draft {
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

    /// Nil for what comes in time.
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
