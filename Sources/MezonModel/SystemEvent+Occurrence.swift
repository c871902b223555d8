public import Foundation

extension SystemEvent {
    /// One due moment of an appointment. There is one for each appointment and moment, whatever happens in between. Or the end of an
    /// appointment that somebody else than its author has dismissed: no moment of it is to come.
    public struct Occurrence: Hashable, Sendable, Codable {
        /// Who made the appointment, and is told: `bot:reminders`, `rule:standup`.
        public var author: String
        /// As it stood, without its timetable; its `due` is this moment.
        public var appointment: ScheduledJob
        /// Moments before this one that nobody was told of, because it was too late for them by then.
        public var skipped: Int
        /// When it comes again; nil where it does not.
        public var next: Date?
        /// When it was noticed: as soon as the house could, not before it was due.
        public var at: Date
        /// Nil where it was not, as older builds wrote it.
        private var dismissed: Bool?

        public var isDismissed: Bool { dismissed ?? false }

        public init(
            author: String, _ appointment: ScheduledJob, skipped: Int = 0, next: Date? = nil, at: Date, isDismissed: Bool = false
        ) {
            self.author = author
            self.appointment = appointment
            // It may be long, and each moment is kept.
            self.appointment.timetable = nil
            dismissed = isDismissed ? true : nil
            self.skipped = skipped
            self.next = next
            self.at = at
        }

        /// Whether it is a bot that is told.
        package var isForBot: Bool { author.hasPrefix("bot:") }

        /// How long after its moment it was noticed.
        public var lateness: Duration { .seconds(max(0, at.timeIntervalSince(appointment.due))) }
    }
}
