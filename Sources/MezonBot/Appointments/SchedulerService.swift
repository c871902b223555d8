package import Foundation
package import Logging
package import MezonModel
package import Persistence
package import Scheduling
import ServiceLifecycle
import Synchronization

/// Tells in the journal what has become due, and moves its appointment on in the same transaction: each moment is told of once,
/// whenever the process ends.
///
/// It sleeps until the next moment of all, whichever appointment that belongs to, and looks at those that are due and at no others.
package final class SchedulerService: Service {
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let alarm: WakeupTimer
    private let zones: ZoneRulesCache
    private let page = 256  // Appointments moved on in one transaction.
    /// The wall clock may step: it is looked at this often at least.
    private let longestSleep: Duration = .seconds(60)
    /// How far the wall clock may drift from the time that has passed before it counts as moved.
    private let mostDrift: Duration = .seconds(30)
    private let lastLook: Mutex<(now: Date, uptime: Duration)>

    /// - Parameter zones: those that were looked up already.
    package init(store: Store, time: any TimeSource, zones: ZoneRulesCache = ZoneRulesCache(), logger: Logger) {
        self.store = store
        self.time = time
        self.zones = zones
        self.logger = logger
        alarm = WakeupTimer(store.appointmentBell, time: time)
        lastLook = Mutex((time.now, time.uptime))
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { [self] in try await alarm.run { try await self.tell() } }
        } catch is CancellationError {}
    }

    /// Returns until when nothing more will be due.
    private func tell() async throws -> Duration {
        // Both at once: what is looked up meanwhile must not make the next look late.
        let (now, uptime) = (time.now, time.uptime)
        noticeJump(now, uptime)
        let next = try await tell(whatIsDueAt: now)
        guard let next else { return uptime + longestSleep }
        let pause = min(max(0, next.timeIntervalSince(now)), longestSleep / .seconds(1))
        return uptime + .milliseconds(Int64((pause * 1000).rounded(.up)))
    }

    /// Returns the next moment of all; nil where nothing is to come.
    package func tell(whatIsDueAt now: Date) async throws -> Date? {
        while true {
            let due = try await store.dueAppointments(at: now, limit: page)
            if due.isEmpty { return try await store.nextAppointment() }
            var advances: [ScheduledJobAdvance] = []
            for kept in due {
                do {
                    advances.append(try ScheduledJobAdvance(kept, at: now, zones))
                } catch {
                    // Of another build, or damaged: it waits for somebody who can read it, and holds up no other.
                    logger.error(
                        "An appointment cannot be read and is paused",
                        metadata: [
                            "appointment.id": "\(kept.id)", "appointment.author": "\(kept.author)",
                            "appointment.error": "\(error)",
                        ])
                    _ = try await store.pauseAppointment(kept.id)
                    try await store.append([NewEntry(house: .news(.init(Self.news(of: kept, error), at: now)))])
                }
            }
            try await store.occur(advances)
        }
    }

    private static func news(of kept: StoredJob, _ error: any Error) -> String {
        "⚠ \(kept.author): '\(kept.appointment.name)' is paused, because when it comes again cannot be read: \(error)"
    }

    private func noticeJump(_ now: Date, _ uptime: Duration) {
        let last = lastLook.withLock { last in
            defer { last = (now, uptime) }
            return last
        }
        let drift = Duration.seconds(now.timeIntervalSince(last.now)) - (uptime - last.uptime)
        guard drift > mostDrift || drift < .zero - mostDrift else { return }
        logger.warning(
            "The clock was moved: what is due by it is told now, and what was told already is not told again",
            metadata: ["clock.moved_by": "\(drift)"])
    }
}

extension ScheduledJobAdvance {
    /// What becomes of an appointment whose moment has come.
    ///
    /// - Throws: where its timetable cannot be read.
    init(_ kept: StoredJob, at now: Date, _ zones: ZoneRulesCache) throws {
        let due = kept.appointment.due
        guard let notation = kept.appointment.timetable else {
            // What comes once is always told of, however late.
            self.init(
                id: kept.id, due: due, occurrences: [.init(author: kept.author, kept.appointment, at: now)], skipped: 0, next: nil
            )
            return
        }
        let passage = try JobSchedule(notation: notation, in: zones).passage(from: due, at: now)
        var skipped = passage.skipped
        let occurrences = passage.told.map { moment -> SystemEvent.Occurrence in
            defer { skipped = 0 }
            var appointment = kept.appointment
            appointment.due = moment
            return .init(author: kept.author, appointment, skipped: skipped, next: passage.next, at: now)
        }
        self.init(id: kept.id, due: due, occurrences: occurrences, skipped: passage.skipped, next: passage.next)
    }
}
