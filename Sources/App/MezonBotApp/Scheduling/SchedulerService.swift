import AsyncSupport
package import ChatModel
package import Foundation
package import Logging
package import Recurrence
import ServiceLifecycle
package import Storage
import Synchronization

/// Appends due occurrences to the journal and advances their jobs in the same transaction, so that each occurrence is journaled
/// exactly once, even across crashes.
///
/// It sleeps until the next occurrence of any job and reads only jobs that are due.
package final class SchedulerService: Service {
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let timer: WakeupTimer
    private let zones: ZoneRulesCache
    private let page = 256  // Jobs advanced in one transaction.
    /// The maximum time between two checks of the wall clock, which may be adjusted.
    private let maxSleep: Duration = .seconds(60)
    /// The difference between wall-clock time and elapsed time above which the clock counts as adjusted.
    private let maxDrift: Duration = .seconds(30)
    private let lastLook: Mutex<(now: Date, uptime: Duration)>

    /// - Parameter zones: The cache of time-zone rules.
    package init(store: Store, time: any TimeSource, zones: ZoneRulesCache = ZoneRulesCache(), logger: Logger) {
        self.store = store
        self.time = time
        self.zones = zones
        self.logger = logger
        timer = WakeupTimer(store.jobs.signal, time: time)
        lastLook = Mutex((time.now, time.uptime))
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { [self] in try await timer.run { try await self.processDue() } }
        } catch is CancellationError {}
    }

    /// Processes due jobs and returns the uptime until which no other job is due.
    private func processDue() async throws -> Duration {
        // Both are read together: the processing time in between must not delay the next wake-up.
        let (now, uptime) = (time.now, time.uptime)
        noticeJump(now, uptime)
        let next = try await processDue(at: now)
        guard let next else { return uptime + maxSleep }
        let pause = min(max(0, next.timeIntervalSince(now)), maxSleep / .seconds(1))
        return uptime + .milliseconds(Int64((pause * 1000).rounded(.up)))
    }

    /// Processes due jobs and returns the next due time; nil if there are no jobs.
    package func processDue(at now: Date) async throws -> Date? {
        while true {
            let due = try await store.jobs.due(at: now, limit: page)
            if due.isEmpty { return try await store.jobs.nextDue() }
            var advances: [ScheduledJobAdvance] = []
            for stored in due {
                do {
                    advances.append(try ScheduledJobAdvance(stored, at: now, zones))
                } catch {
                    // Written by another build or damaged: the job is paused for inspection, so that it does not block others.
                    logger.error(
                        "Job paused: schedule unreadable",
                        metadata: [
                            "job.id": "\(stored.id)", "job.author": "\(stored.author)",
                            "job.error": "\(error)",
                        ])
                    _ = try await store.jobs.pause(stored.id)
                    let notice = SystemEvent.Notice(Self.pauseText(of: stored, error), in: stored.job.clan, at: now)
                    try await store.journal.append([NewEntry(system: .news(notice))])
                }
            }
            try await store.jobs.advance(advances)
        }
    }

    private static func pauseText(of stored: StoredJob, _ error: any Error) -> String {
        "⚠ \(stored.author): '\(stored.job.name)' is paused because its schedule cannot be read: \(error)"
    }

    private func noticeJump(_ now: Date, _ uptime: Duration) {
        let last = lastLook.withLock { last in
            defer { last = (now, uptime) }
            return last
        }
        let drift = Duration.seconds(now.timeIntervalSince(last.now)) - (uptime - last.uptime)
        guard drift > maxDrift || drift < .zero - maxDrift else { return }
        logger.warning(
            "System clock adjusted: due jobs run now, completed occurrences are not repeated",
            metadata: ["clock.moved_by": "\(drift)"])
    }
}

extension ScheduledJobAdvance {
    /// Creates the advance of a job that is due.
    ///
    /// - Throws: An error if the schedule cannot be read.
    init(_ stored: StoredJob, at now: Date, _ zones: ZoneRulesCache) throws {
        let due = stored.job.due
        guard let notation = stored.job.timetable else {
            // A single occurrence is always reported, however late.
            self.init(
                id: stored.id, due: due, occurrences: [.init(author: stored.author, stored.job, at: now)], skipped: 0,
                next: nil
            )
            return
        }
        let advance = try JobSchedule(notation: notation, in: zones).advance(from: due, at: now)
        var skipped = advance.skipped
        let occurrences = advance.reported.map { date -> SystemEvent.Occurrence in
            defer { skipped = 0 }
            var job = stored.job
            job.due = date
            return .init(author: stored.author, job, skipped: skipped, next: advance.next, at: now)
        }
        self.init(id: stored.id, due: due, occurrences: occurrences, skipped: advance.skipped, next: advance.next)
    }
}
