/// The command words of `ReminderRequest`.
enum ReminderCommand: Hashable, Sendable {
    case list, cancel, snooze, edit, zone, refuse, accept
}
