import Foundation
import Testing

@testable import Recurrence

@Suite struct ZoneRulesTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        let zone: String
        let wall: String
        let instant: String
        let kind: String

        init(_ zone: String, _ wall: String, _ instant: String, _ kind: String = "plain") {
            (self.zone, self.wall, self.instant, self.kind) = (zone, wall, instant, kind)
        }

        var testDescription: String { "\(zone) \(wall)" }
    }

    private static let landings = [
        // A gap of an hour, its edges, and a fold.
        Row("Europe/Berlin", "2026-03-29 01:59:59", "2026-03-29T00:59:59Z"),
        Row("Europe/Berlin", "2026-03-29 02:00", "2026-03-29T01:00:00Z", "gap"),
        Row("Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:00:00Z", "gap"),
        Row("Europe/Berlin", "2026-03-29 02:59:59", "2026-03-29T01:00:00Z", "gap"),
        Row("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"),
        Row("Europe/Berlin", "2026-10-25 01:59:59", "2026-10-24T23:59:59Z"),
        Row("Europe/Berlin", "2026-10-25 02:00", "2026-10-25T00:00:00Z", "fold 2026-10-25T01:00:00Z"),
        Row("Europe/Berlin", "2026-10-25 02:59:59", "2026-10-25T00:59:59Z", "fold 2026-10-25T01:59:59Z"),
        Row("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"),
        // Half an hour.
        Row("Australia/Lord_Howe", "2026-10-04 02:10", "2026-10-03T15:30:00Z", "gap"),
        Row("Australia/Lord_Howe", "2026-10-04 02:30", "2026-10-03T15:30:00Z"),
        Row("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45:00Z", "fold 2026-04-04T15:15:00Z"),
        // Two hours.
        Row("Antarctica/Troll", "2026-03-29 02:59", "2026-03-29T01:00:00Z", "gap"),
        // A skipped day and the day after it.
        Row("Pacific/Apia", "2011-12-30 09:00", "2011-12-30T10:00:00Z", "gap"),
        Row("Pacific/Apia", "2011-12-29 23:59", "2011-12-30T09:59:00Z"),
        Row("Pacific/Apia", "2011-12-31 00:00", "2011-12-30T10:00:00Z"),
        Row("Pacific/Kwajalein", "1993-08-21 12:00", "1993-08-21T12:00:00Z", "gap"),
        // Changes of the standard time: half an hour back, half an hour forward.
        Row("Asia/Pyongyang", "2015-08-14 23:45", "2015-08-14T14:45:00Z", "fold 2015-08-14T15:15:00Z"),
        Row("Asia/Pyongyang", "2018-05-04 23:45", "2018-05-04T15:00:00Z", "gap"),
        // Morocco moves its clocks back for Ramadan and forward after it.
        Row("Africa/Casablanca", "2026-02-15 02:30", "2026-02-15T01:30:00Z", "fold 2026-02-15T02:30:00Z"),
        Row("Africa/Casablanca", "2026-03-22 02:30", "2026-03-22T02:00:00Z", "gap"),
        // A skipped midnight where the DST change is at midnight.
        Row("Africa/Cairo", "2026-04-24 00:00", "2026-04-23T22:00:00Z", "gap"),
        Row("Asia/Ho_Chi_Minh", "2026-03-29 02:30", "2026-03-28T19:30:00Z"),
        Row("Asia/Kathmandu", "2026-01-01 00:00", "2025-12-31T18:15:00Z"),
    ]

    @Test(arguments: landings)
    private func `a time in a gap maps to the gap's end, and one in a fold to its first instant`(row: Row) throws {
        let landing = try ZoneRules.named(row.zone).resolve(CivilTime(text: row.wall))
        let kind =
            switch landing.kind {
            case .unique: "plain"
            case .gap: "gap"
            case .fold(let second): "fold \(second.ISO8601Format())"
            }
        #expect(landing.instant.ISO8601Format() == row.instant)
        #expect(kind == row.kind)
    }

    @Test(arguments: [
        "Asia/Saigon", "Asia/Ho_Chi_Minh", "America/Argentina/ComodRivadavia", "Etc/GMT+7", "UTC", "EST5EDT", "Japan", "GB-Eire",
        "W-SU", "America/Coyhaique",
    ])
    func `every zone name of the database is known, with links`(name: String) { #expect(ZoneRules(named: name)?.name == name) }

    @Test(arguments: [
        "", "Asia/Hanoi", "asia/ho_chi_minh", "PST", "VST", "GMT+7", "+07:00", "localtime", "../../etc/passwd", "Asia/",
        "Asia/Ho_Chi_Minh\u{0}", String(repeating: "A/", count: 33),
    ])
    func `an unknown time zone is not replaced`(name: String) { #expect(ZoneRules(named: name) == nil) }

    @Test func `a time zone is loaded once`() throws {
        let zones = ZoneRulesCache()
        #expect(zones.zone(named: "Europe/Paris") == ZoneRules(named: "Europe/Paris"))
        #expect(zones.zone(named: "Europe/Paris")?.transitions == ZoneRules(named: "Europe/Paris")?.transitions)
        #expect(zones.zone(named: "Nowhere/Land") == nil)
    }

    private static let farMoments: [(Double, String)] = [
        (-.infinity, "0001-01-03 01:00"), (.nan, "0001-01-03 01:00"), (-1e300, "0001-01-03 01:00"), (-0.5, "1970-01-01 00:59:59"),
        (.infinity, "9999-12-30 00:59:59"), (1e300, "9999-12-30 00:59:59"),
    ]

    @Test(arguments: farMoments)
    func `local times of extreme dates are clamped`(seconds: Double, shown: String) throws {
        #expect(try ZoneRules.named("Europe/Berlin").civil(of: Date(timeIntervalSince1970: seconds)).description == shown)
    }

    /// Compares with Foundation's offsets four times a day.
    @Test(arguments: ["Europe/Berlin", "Africa/Casablanca", "Asia/Gaza", "America/Boa_Vista", "Antarctica/Casey"])
    func `no offset transition is missed`(name: String) throws {
        let zone = try ZoneRules.named(name)
        let foundation = try #require(TimeZone(identifier: name))
        var differences: [Int] = []
        for second in stride(from: 0, to: ZoneRules.end, by: 6 * 3600) {
            if zone.offset(at: second) != foundation.secondsFromGMT(for: Date(second: second)) { differences.append(second) }
        }
        #expect(differences == [])
    }
}
