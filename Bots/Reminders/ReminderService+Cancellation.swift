import BotKit

/// The handling of a reminder whose scheduled job an operator has cancelled, and of reminders whose owner has left the clan.
extension ReminderService {
    func handleCancellation(of occurrence: SystemEvent.Occurrence) async throws -> [Action] {
        let note = try occurrence.note(as: ReminderNote.self)
        guard var reminder = try await context.state(.user(note.key.owner)).value.reminders[note.key.number] else { return [] }
        if note.isSnooze { reminder.snoozed = nil } else { reminder.due = nil }
        try await save(reminder, as: note.key)
        return []
    }
    /// Deletes the reminders of users who left the clan: from a direct message they could otherwise still change what is posted there.
    func endReminders(of departure: Membership) async throws -> [Action] {
        var actions: [Action] = []
        for user in departure.users {
            let reminders = try await context.state(.user(user)).value.reminders
            let ended = reminders.filter { $0.value.clan == departure.clan }.keys.sorted()
            guard !ended.isEmpty else { continue }
            actions += ended.flatMap { cancellations(of: ReminderKey(owner: user, number: $0)) }
            try await context.state(.clan).update { state in state.questions = state.questions.filter { $0.value.owner != user } }
            try await context.state(.user(user)).update { state in for number in ended { state.reminders[number] = nil } }
        }
        return actions
    }
}
