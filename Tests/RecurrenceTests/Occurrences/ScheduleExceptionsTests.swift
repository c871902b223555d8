import ChatModel
import Foundation
import Testing

@testable import Recurrence

@Suite struct ScheduleExceptionsTests {
    private static func span(_ first: String, _ last: String, isYearly: Bool = false) throws -> DaySpan {
        DaySpan(first: try CivilTime(text: first).day, last: try CivilTime(text: last).day, isYearly: isYearly)
    }

    @Test func `yearly exceptions apply every year, across its end and around 29 February`() throws {
        let exceptions = ScheduleExceptions(days: [
            try Self.span("2000-12-30", "2000-01-02", isYearly: true), try Self.span("2000-02-29", "2000-02-29", isYearly: true),
            try Self.span("2026-05-01", "2026-05-03"),
        ])
        let days = [
            ("1970-01-01", true), ("2025-12-29", false), ("2025-12-30", true), ("2026-01-02", true), ("2026-01-03", false),
            ("2026-02-28", false), ("2026-03-01", false), ("2028-02-29", true), ("2028-03-01", false), ("2026-05-03", true),
            ("2027-05-03", false), ("2099-12-31", true),
        ]
        #expect(try days.filter { exceptions.contains(try CivilTime(text: $0.0).day) != $0.1 }.map(\.0) == [])
    }

    /// Compares each day with the spans themselves.
    @Test func `overlapping exceptions cover all of their days`() throws {
        let spans = [
            try Self.span("2026-01-05", "2026-01-20"), try Self.span("2026-01-10", "2026-01-12"),
            try Self.span("2026-01-20", "2026-02-01"),
            try Self.span("2000-01-30", "2000-02-03", isYearly: true), try Self.span("2026-02-05", "2026-02-05"),
        ]
        let exceptions = ScheduleExceptions(days: spans)
        for number in (try CivilTime(text: "2025-12-20").day.number)...(try CivilTime(text: "2027-03-01").day.number) {
            let day = Day(nearest: number)
            #expect(exceptions.contains(day) == spans.contains { $0.contains(day) }, "\(day)")
        }
    }

    @Test func `a time range excludes its start but not its end`() throws {
        let first = try Date.iso("2026-01-01T10:00:00Z"), last = try Date.iso("2026-01-01T12:00:00Z")
        let exceptions = ScheduleExceptions(times: [first..<last, first..<first.addingTimeInterval(60)])
        let moments = [first.addingTimeInterval(-1), first, last.addingTimeInterval(-1), last]
        #expect(moments.map { exceptions.contains($0) } == [false, true, true, false])
        #expect(ScheduleExceptions.none.isEmpty && !exceptions.isEmpty)
    }
}
