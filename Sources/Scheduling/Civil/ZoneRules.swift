package import Foundation

/// A time zone of the IANA database as a table: from when on clocks are how far ahead of UTC.
///
/// Foundation answers for gaps and folds as it likes (`date(from:)` takes 02:30 in a gap for 03:30, `nextDate` for 03:00), so it is
/// asked for offsets only and everything else is decided here. Covered are all changes of an offset, whether for the summer or for
/// good, of the years 1970 to 2099; before and after, the nearest offset holds.
package struct ZoneRules: Sendable {
    package let name: String
    /// When each offset begins, in seconds since 1970; the first has always been.
    private let starts: [Int]
    /// Seconds ahead of UTC.
    private let offsets: [Int]

    /// `nil` for a name that is not one of the database: nothing stands in for a zone that is not known, for a schedule an hour off
    /// is worse than none. Offsets and abbreviations, which Foundation also takes, have no summer time or mean several zones.
    package init?(named name: String) {
        guard name.utf8.count <= Self.longestName, name.contains("/") || Self.namesOfOneWord.contains(name),
            name.utf8.allSatisfy(Self.isOfName), let zone = TimeZone(identifier: name)
        else { return nil }
        self.init(name: name) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    }

    package static let utc = ZoneRules(name: "UTC") { _ in 0 }

    /// Looks for the changes of an offset, and for the second of each.
    init(name: String, offset: (Int) -> Int) {
        var starts = [Int.min]
        var offsets = [offset(0)]
        var current = offsets[0]
        for probe in stride(from: Self.pace, through: Self.end, by: Self.pace) {
            let next = offset(probe)
            guard next != current else { continue }
            var before = probe - Self.pace, after = probe
            while after - before > 1 {
                let middle = before + (after - before) / 2
                if offset(middle) == current { before = middle } else { after = middle }
            }
            starts.append(after)
            offsets.append(next)
            current = next
        }
        self.name = name
        self.starts = starts
        self.offsets = offsets
    }

    /// The first instant that is not covered: the beginning of 2100.
    static let end = 4_102_444_800
    /// Half of the shortest time between two changes in the database since 1970: a week, in Boa Vista in 2000.
    private static let pace = 3 * 86_400
    private static let longestName = 64

    /// A letter, a digit, or one of `/_+-`: Foundation would end a name at a zero byte.
    private static func isOfName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || [47, 95, 43, 45].contains(byte)
    }

    private static let namesOfOneWord: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0", "GMT0",
        "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
        "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT",
        "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]

    /// The instants, in seconds since 1970, from which another offset holds.
    package var transitions: [Int] { Array(starts.dropFirst()) }

    /// Seconds ahead of UTC.
    package func offset(at instant: Int) -> Int { offsets[index(at: instant)] }

    /// What clocks show, without parts of a second; at the ends of the years 1 to 9999 for moments beyond.
    package func civil(of moment: Date) -> CivilTime {
        let instant = moment.second
        return CivilTime(wall: instant + offset(at: instant))
    }

    /// When clocks show a time: in a gap the first valid instant after it, in a fold the first of the two.
    package func landing(of time: CivilTime) -> LocalTimeResolution {
        let (instant, place) = landing(ofWall: time.wall)
        let kind: LocalTimeResolution.Kind =
            switch place {
            case .plain: .plain
            case .gap: .gap
            case .fold(let second): .fold(second: Date(second: second))
            }
        return LocalTimeResolution(instant: Date(second: instant), kind: kind)
    }

    package func instant(of time: CivilTime) -> Date { landing(of: time).instant }

    enum Place: Equatable { case plain, gap, fold(second: Int) }

    func instant(ofWall wall: Int) -> Int { landing(ofWall: wall).instant }

    /// Offsets are less than a day and changes of one at most a day, so only periods within two days can show a time.
    func landing(ofWall wall: Int) -> (instant: Int, place: Place) {
        var period = index(at: wall - 2 * CivilTime.day)
        var first: Int?
        var gap: Int?
        while period < starts.count, starts[period] <= wall + 2 * CivilTime.day {
            let instant = wall - offsets[period]
            let end = period + 1 < starts.count ? starts[period + 1] : Int.max
            if instant >= starts[period], instant < end {
                if let first { return (first, .fold(second: instant)) }
                first = instant
            } else if gap == nil, instant >= end, period + 1 < offsets.count, wall - offsets[period + 1] < end {
                gap = end
            }
            period += 1
        }
        if let first { return (first, .plain) }
        return (gap ?? wall - offsets[index(at: wall)], gap == nil ? .plain : .gap)
    }

    /// The first instant after one from which another offset holds; the end of time if there is none.
    func nextTransition(after instant: Int) -> Int {
        let next = index(at: instant) + 1
        return next < starts.count ? starts[next] : .max
    }

    private func index(at instant: Int) -> Int {
        var low = 0, high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= instant { low = middle } else { high = middle }
        }
        return low
    }
}

extension ZoneRules: Hashable {
    /// There is one zone of a name.
    package static func == (left: ZoneRules, right: ZoneRules) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ZoneRules: CustomStringConvertible {
    package var description: String { name }
}
