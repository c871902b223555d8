package import ChatModel
package import Foundation

/// The advance of a job from one due time to the next.
package struct ScheduledJobAdvance: Sendable, Hashable {
    package var id: Int64
    /// The due time from which the job advances.
    package var due: Date
    /// The occurrences reported to the author: none, one, or one for each occurrence.
    package var occurrences: [SystemEvent.Occurrence]
    package var skipped: Int
    /// The next due time; nil deletes the job.
    package var next: Date?

    package init(id: Int64, due: Date, occurrences: [SystemEvent.Occurrence], skipped: Int, next: Date?) {
        self.id = id
        self.due = due
        self.occurrences = occurrences
        self.skipped = skipped
        self.next = next
    }
}
