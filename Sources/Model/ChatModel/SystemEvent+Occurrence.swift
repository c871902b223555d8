public import Foundation

extension SystemEvent {
    /// An occurrence of a scheduled job. Each due time of a job is reported once, even across crashes. If `isDismissed` is true,
    /// the event instead reports that the job was cancelled by a party other than its author, and no further occurrence follows.
    public struct Occurrence: Hashable, Sendable, Codable {
        /// The job's author, which receives the event: `bot:reminders`, `rule:standup`.
        public var author: String
        /// The job as it was, without its recurrence; its `due` is the time of this occurrence.
        public var job: ScheduledJob
        /// The number of earlier occurrences that were not reported because they were too late.
        public var skipped: Int
        /// The time of the next occurrence; nil if there is none.
        public var next: Date?
        /// The time at which the event was recorded: as soon as possible, but not before it was due.
        public var at: Date
        /// Nil for false, as older builds stored it.
        private var dismissed: Bool?
        /// The name of who cancelled the job: `command`, `console` or `assistant:claude`; nil if that was not recorded.
        public var by: String?

        /// The names in stored JSON, which stay the same when a property is renamed.
        private enum CodingKeys: String, CodingKey {
            case author = "author"
            case job = "appointment"
            case skipped = "skipped"
            case next = "next"
            case at = "at"
            case dismissed = "dismissed"
            case by = "by"
        }

        /// A Boolean value that indicates whether the job was cancelled by a party other than its author.
        public var isDismissed: Bool { dismissed ?? false }

        /// Creates an occurrence.
        public init(
            author: String, _ job: ScheduledJob, skipped: Int = 0, next: Date? = nil, at: Date, isDismissed: Bool = false,
            by name: String? = nil
        ) {
            self.author = author
            self.job = job
            // It may be long, and every occurrence is stored.
            self.job.timetable = nil
            dismissed = isDismissed ? true : nil
            self.skipped = skipped
            self.next = next
            self.at = at
            by = name
        }

        /// A Boolean value that indicates whether the author is a bot.
        package var isForBot: Bool { author.hasPrefix("bot:") }

        /// The delay between the due time and the recording.
        public var lateness: Duration { .seconds(max(0, at.timeIntervalSince(job.due))) }
    }
}
