import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct MissedRunPolicyTests {
    private static let policies: [(MissedRunPolicy, String, [String])] = [
        // Daily at 09:00 since 1 January; the last settled occurrence was on 5 January.
        (MissedRunPolicy(.skip), "2026-01-06T09:00:30Z", ["06 30", "skipped 0"]),
        (MissedRunPolicy(.skip), "2026-01-06T09:01:00Z", ["06 60", "skipped 0"]),
        (MissedRunPolicy(.skip), "2026-01-06T09:01:01Z", ["skipped 1"]),
        (MissedRunPolicy(.skip), "2026-01-08T09:00:00Z", ["08 0", "skipped 2"]),
        (MissedRunPolicy(.fireOnce), "2026-01-06T09:30:00Z", ["06 1800", "skipped 0"]),
        (MissedRunPolicy(.fireOnce), "2026-01-08T10:00:00Z", ["08 3600", "skipped 2"]),
        (MissedRunPolicy(.fireOnce), "2026-01-08T09:00:10Z", ["08 10", "skipped 2"]),
        (MissedRunPolicy(.fireOnce, grace: .seconds(45 * 60)), "2026-01-08T09:45:00Z", ["08 2700", "skipped 2"]),
        (MissedRunPolicy(.fireOnce, grace: .seconds(45 * 60)), "2026-01-08T09:45:01Z", ["skipped 3"]),
        (MissedRunPolicy(.fireAll), "2026-01-08T10:00:00Z", ["06 176400", "07 90000", "08 3600", "skipped 0"]),
        (MissedRunPolicy(.fireAll, max: 2), "2026-01-08T10:00:00Z", ["07 90000", "08 3600", "skipped 1"]),
        (MissedRunPolicy(.fireAll, max: 2), "2026-01-08T09:00:00Z", ["06 172800", "07 86400", "08 0", "skipped 0"]),
        (MissedRunPolicy(.fireAll, grace: .seconds(86_400)), "2026-01-08T09:00:00Z", ["07 86400", "08 0", "skipped 1"]),
        (MissedRunPolicy(.fireAll, max: -1), "2026-01-08T10:00:00Z", ["skipped 3"]),
        // Nothing is due, or the clock stepped back.
        (MissedRunPolicy(.fireAll), "2026-01-06T08:59:59Z", ["skipped 0"]),
        (MissedRunPolicy(.fireAll), "2026-01-03T08:59:59Z", ["skipped 0"]),
    ]

    @Test(arguments: policies)
    func `missed occurrences run as the policy says`(policy: MissedRunPolicy, now: String, expected: [String]) throws {
        let schedule = Schedule(try Recurrence(every: "day at 09:00"), in: .utc, from: try .iso("2026-01-01T00:00:00Z"))
        let last = try Date.iso("2026-01-05T09:00:00Z")
        let now = try Date.iso(now)
        let settlement = policy.resolve(schedule, after: last, at: now)
        let runs = settlement.runs.map { run in
            "\(run.due.ISO8601Format().dropFirst(8).prefix(2)) \(run.late.components.seconds)"
        }
        #expect(runs + ["skipped \(settlement.skipped)"] == expected)
        #expect(settlement.through == max(last, schedule.latest(through: now).last ?? last))
        #expect(!settlement.skippedAreMore)
        // A settled occurrence is not run again.
        #expect(policy.resolve(schedule, after: settlement.through, at: now).runs == [])
    }

    @Test func `a year of missed minutes is settled quickly, and the skipped count is a lower bound`() throws {
        let schedule = Schedule(
            Recurrence(.elapsed(ElapsedInterval(seconds: 60))), in: .utc, from: try .iso("2020-01-01T00:00:00Z"))
        let settlement = MissedRunPolicy(.fireOnce).resolve(
            schedule, after: try .iso("2025-01-01T00:00:00Z"), at: try .iso("2026-01-01T00:02:30Z"))
        #expect(settlement.runs.map(\.due) == [try .iso("2026-01-01T00:02:00Z")])
        #expect(settlement.skipped == 99_999 && settlement.skippedAreMore)
    }
}
