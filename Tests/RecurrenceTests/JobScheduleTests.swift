import ChatModel
import Foundation
import Testing

@testable import Recurrence

struct JobScheduleTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01 00:00 UTC, a Thursday.

    private static func timetable(_ every: String, missed: MissedRunPolicy = .default) throws -> JobSchedule {
        let zone = try #require(ZoneRules(named: "Asia/Ho_Chi_Minh"))
        return JobSchedule(Schedule(try Recurrence(notation: every), in: zone, from: start), missed: missed)
    }

    @Test(arguments: [
        "weekday at 09:00", "2nd tuesday at 14:00 until 2026-12-31", "20 minutes between 09:00 and 17:00", "36 hours",
        "cron: */15 9-17 * * 1-5", "rrule: FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=17;BYMINUTE=0;COUNT=3",
    ])
    func `a job schedule is decoded from its notation unchanged`(every: String) throws {
        let timetable = try Self.timetable(every, missed: MissedRunPolicy(.fireAll, grace: .seconds(2700), max: 3))
        let again = try JobSchedule(notation: timetable.notation, in: ZoneRulesCache())
        #expect(again == timetable)
        #expect(again.notation == timetable.notation)
        #expect(again.next(after: Self.start) == timetable.next(after: Self.start))
    }

    @Test(arguments: ["", "{}", "[]", #"{"every":{},"from":0,"zone":"Asia/Ho_Chi_Minh"}"#, String(repeating: "[", count: 5000)])
    func `an invalid schedule notation is rejected`(text: String) {
        #expect(throws: JobSchedule.NotationError.self) { try JobSchedule(notation: text, in: ZoneRulesCache()) }
    }

    @Test func `an unknown time zone is named in the error`() throws {
        let notation = try Self.timetable("36 hours").notation.replacing("Asia/Ho_Chi_Minh", with: "Asia/Atlantis")
        #expect(throws: JobSchedule.NotationError.unknownZone("Asia/Atlantis")) {
            try JobSchedule(notation: notation, in: ZoneRulesCache())
        }
    }

    @Test(arguments: [
        // Hours since the first occurrence; reported occurrences in hours; number of skipped ones.
        (MissedRunPolicy.default, 0.0, [0.0], 0), (.default, 5, [5], 5), (.default, 5.5, [5], 5),
        (MissedRunPolicy(.fireOnce, grace: .seconds(600)), 5.5, [], 6), (MissedRunPolicy(.fireAll), 3, [0, 1, 2, 3], 0),
        (MissedRunPolicy(.fireAll, max: 2), 5.5, [4, 5], 4), (MissedRunPolicy(.skip), 0, [0], 0),
        (MissedRunPolicy(.skip), 0.01, [0], 0),
        (MissedRunPolicy(.skip), 0.5, [], 1), (MissedRunPolicy(.skip), 4, [4], 4),
    ])
    func `missed occurrences follow the missed-run policy`(
        missed: MissedRunPolicy, hours: Double, told: [Double], skipped: Int
    ) throws {
        let timetable = try Self.timetable("60 minutes", missed: missed)
        let now = Self.start + hours * 3600
        let advance = timetable.advance(from: Self.start, at: now)
        #expect(advance.reported == told.map { Self.start + $0 * 3600 })
        #expect(advance.skipped == skipped)
        #expect(advance.next == Self.start + (hours.rounded(.down) + 1) * 3600)
    }

    @Test func `years of missed occurrences are processed quickly, and the latest one counts`() throws {
        let timetable = try Self.timetable("2 minutes")
        let now = Self.start + 20 * 365 * 86_400
        let advance = timetable.advance(from: Self.start, at: now)
        #expect(advance.reported == [now])
        #expect(advance.next == now + 120)
    }

    @Test func `a schedule that ends has no next occurrence`() throws {
        let timetable = try Self.timetable("day at 09:00 for 2 times")
        let first = try #require(timetable.next(after: Self.start))
        let advance = timetable.advance(from: first, at: first + 86_400)
        #expect(advance == JobSchedule.Advance(reported: [first + 86_400], skipped: 1, next: nil))
    }
}
