import Foundation
import Testing

@testable import ChatModel

struct PastTimeTests {
    private static let hanoi = TimeZone(secondsFromGMT: 7 * 3600) ?? .gmt
    private static let noon = Date(timeIntervalSince1970: 1_767_787_200)  // 7 January 2026, 12:00 UTC.

    @Test(arguments: [
        ("2h", noon - 7200), ("1d12h", noon - 129_600), ("2026-01-07T12:00:00Z", noon), ("2026-01-07T19:00:00+07:00", noon),
        ("2026-01-07 19:00:00", noon), ("2026-01-07 19:00", noon), ("2026-01-07", noon - 19 * 3600),
    ])
    func `ages, days and times are read in the given zone`(text: String, date: Date) {
        #expect(PastTime(text, in: Self.hanoi)?.date(before: Self.noon) == date)
    }

    @Test(arguments: [
        "", " ", "h", "-1h", "yesterday", "2026", "2026-01", "2026-13-01", "2026-01-07 ", "2026-01-07x",
        "2026-01-07 19", "12:00", "9999999999999999999d", "2026-01-07 25:00", "2026-01-07 24:00:00", "2026-02-30",
        "2026-02-29 10:00",
        "2026-01-07T25:00:00Z", "2026-02-30T12:00:00+07:00",
    ])
    func `other texts are no times`(text: String) {
        #expect(PastTime(text, in: Self.hanoi) == nil)
    }
}
