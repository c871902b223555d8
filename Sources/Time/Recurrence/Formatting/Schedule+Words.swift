import ChatModel

extension Schedule {
    /// Returns a readable description: `every weekday at 09:00 (Asia/Ho_Chi_Minh)`.
    package func description(_ words: some ScheduleFormatter) -> String {
        let text = RecurrenceFormatter(words: words, start: zone.civil(of: start)).text(of: recurrence)
        return text + (exceptions.isEmpty ? "" : words.butForExceptions) + " (\(zone))"
    }

    /// Returns a note about the behaviour across clock changes.
    package func note(_ words: some ScheduleFormatter) -> String {
        switch course {
        case .once, .times: words.clockNote
        case .whenever: words.wheneverNote
        case .stretches: words.stretchNote
        case .elapsed: words.elapsedNote
        }
    }
}
