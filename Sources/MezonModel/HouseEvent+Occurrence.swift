public import Foundation

extension HouseEvent {
    /// One due moment of an appointment. There is one for each appointment and moment, whatever happens in between.
    public struct Occurrence: Hashable, Sendable, Codable {
        /// Who made the appointment, and is told: `bot:reminders`, `rule:standup`.
        public var author: String
        /// As it stood; its `due` is this moment.
        public var appointment: Appointment
        /// Moments before this one that nobody was told of, because it was too late for them by then.
        public var skipped: Int
        /// When it comes again; nil where it does not.
        public var next: Date?
        /// When it was noticed: as soon as the house could, not before it was due.
        public var at: Date

        public init(author: String, _ appointment: Appointment, skipped: Int = 0, next: Date? = nil, at: Date) {
            self.author = author
            self.appointment = appointment
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
