package import ChatModel
package import Foundation
import Moderation
import Recurrence
package import Storage

/// A scheduled job, formatted as lines for users or as an object for scripts.
package struct ScheduledJobListing: Sendable, Encodable {
    package let id: Int64
    package let author: String
    package let name: String
    /// The description of the recurrence; nil for a single occurrence or an unreadable schedule.
    package let repeats: String?
    /// The description of the job's behaviour at clock changes.
    package let clockChanges: String?
    /// The recurrence in its stored notation.
    package let timetable: String?
    /// The next occurrences in order; only the first one if the job is paused.
    package let next: [Date]
    package let isPaused: Bool
    package let occurred: Int
    package let skipped: Int
    package let last: Date?
    package let madeAt: Date
    /// The entry that created the job; zero for a job of the configuration.
    package let cause: Int64
    package let clan: ClanID
    package let channel: ChannelID
    package let channelLabel: String?
    package let user: UserID
    package let note: JSONValue
    /// The reason why the schedule cannot be read.
    package let problem: String?

    /// - Parameter count: The number of upcoming occurrences to compute.
    package init(_ stored: StoredJob, labels: [ChannelID: String], moments count: Int = 3) {
        let job = stored.job
        var repeats: String?
        var clockChanges: String?
        var next = [job.due]
        var problem: String?
        if let notation = job.timetable {
            do {
                let timetable = try JobSchedule(notation: notation, in: ZoneRulesCache())
                repeats = timetable.schedule.description(EnglishScheduleFormatter())
                clockChanges = timetable.schedule.note(EnglishScheduleFormatter())
                while !stored.isPaused, next.count < count, let last = next.last, let more = timetable.next(after: last) {
                    next.append(more)
                }
            } catch {
                problem = "\(error)"
            }
        }
        self.repeats = repeats
        self.clockChanges = clockChanges
        self.next = next
        self.problem = problem
        id = stored.id
        author = stored.author
        name = job.name
        timetable = job.timetable
        isPaused = stored.isPaused
        occurred = stored.occurred
        skipped = stored.skipped
        last = stored.lastDue
        madeAt = stored.madeAt
        cause = stored.cause
        clan = job.clan
        channel = job.channel
        channelLabel = labels[job.channel]
        user = job.user
        note = job.note
    }
}

extension ScheduledJobListing {
    /// One line, for example `12  2026-03-02 09:00:00 +07:00  rule:standup  every weekday at 09:00 (Asia/Ho_Chi_Minh)`.
    package func line(in zone: TimeZone) -> String {
        let date = isPaused ? "paused".padded(26) : (next.first?.stamp(in: zone) ?? "").padded(26)
        return "\("\(id)".padded(5))  \(date)  \(author.padded(18))  \(problem.map { "! \($0)" } ?? summary)".terminalSafe
    }

    /// The full description for a terminal.
    package func text(in zone: TimeZone) -> String {
        var lines = ["job \(id) of \(author): '\(name)'"]
        func line(_ title: String, _ text: String) { lines.append("  " + title.padded(12) + text) }
        line("repeats", problem.map { "? \($0)" } ?? repeats ?? "once")
        if let clockChanges { line("", clockChanges) }
        if isPaused {
            line("next", "paused; `mezon-bot schedule resume \(id)` resumes it")
        } else {
            for (index, date) in next.enumerated() { line(index == 0 ? "next" : "", date.stamp(in: zone)) }
        }
        line("occurrences", "\(occurred) completed" + (skipped > 0 ? ", \(skipped) skipped" : ""))
        if let last { line("last", last.stamp(in: zone)) }
        let place = channel.isNone ? "none" : channelLabel.flatMap { $0.isEmpty ? nil : $0 } ?? "\(channel)"
        line("channel", place)
        if !user.isNone { line("user", "\(user)") }
        line("created", madeAt.stamp(in: zone) + (cause > 0 ? " by entry #\(cause)" : " by the configuration"))
        if note != .null { line("payload", note.text) }
        return lines.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).terminalSafe }.joined(separator: "\n")
    }

    private var summary: String { name + (repeats.map { ": \($0)" } ?? "") }
}
