import BotKit

/// The handling of a reminder whose scheduled job an operator has cancelled.
extension ReminderService {
    func handleCancellation(of occurrence: SystemEvent.Occurrence) async throws -> [Action] {
        let note = try occurrence.note(as: ReminderNote.self)
        guard var reminder = try await context.state(.user(note.key.owner)).value.reminders[note.key.number] else { return [] }
        if note.isSnooze { reminder.snoozed = nil } else { reminder.due = nil }
        try await save(reminder, as: note.key)
        return []
    }
}
