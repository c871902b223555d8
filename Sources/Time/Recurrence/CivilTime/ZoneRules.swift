package import Foundation

/// A time zone of the IANA database as a table of its UTC offsets.
///
/// Foundation resolves gaps and folds inconsistently (`date(from:)` maps 02:30 in a gap to 03:30, `nextDate` to 03:00), so it is only used
/// for offsets, and everything else is decided here. The table covers all changes of offset, seasonal or permanent, of the years 1970 to
/// 2099; before and after, the nearest offset applies.
package struct ZoneRules: Sendable {
    package let name: String
    /// The starts of the offsets, in seconds since 1970; the first is the distant past.
    private let starts: [Int]
    /// The offsets, in seconds ahead of UTC.
    private let offsets: [Int]

    /// Creates the rules of a time zone; `nil` for a name that is not in the database, because a schedule an hour off is worse than none.
    /// Offsets and abbreviations, which Foundation also accepts, have no daylight saving time or stand for several zones.
    package init?(named name: String) {
        guard name.utf8.count <= Self.maxNameLength, name.contains("/") || Self.namesOfOneWord.contains(name),
            name.utf8.allSatisfy(Self.isOfName), let zone = TimeZone(identifier: name)
        else { return nil }
        self.init(name: name) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    }

    package static let utc = ZoneRules(name: "UTC") { _ in 0 }

    /// Searches for the offset changes and the exact second of each.
    init(name: String, offset: (Int) -> Int) {
        var starts = [Int.min]
        var offsets = [offset(0)]
        var current = offsets[0]
        for probe in stride(from: Self.probeInterval, through: Self.end, by: Self.probeInterval) {
            let next = offset(probe)
            guard next != current else { continue }
            var before = probe - Self.probeInterval, after = probe
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
    /// Less than half of the shortest time between two changes in the database since 1970: a week, in Boa Vista in 2000.
    private static let probeInterval = 3 * 86_400
    private static let maxNameLength = 64

    /// Letters, digits and `/_+-`. Foundation would end a name at a zero byte.
    private static func isOfName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || [47, 95, 43, 45].contains(byte)
    }

    private static let namesOfOneWord: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0", "GMT0",
        "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
        "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT",
        "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]

    /// The instants of offset changes, in seconds since 1970.
    package var transitions: [Int] { Array(starts.dropFirst()) }

    /// Returns the offset at an instant, in seconds ahead of UTC.
    package func offset(at instant: Int) -> Int { offsets[index(at: instant)] }

    /// Returns the local time at a moment, without fractions of a second; clamped to the years 1 to 9999.
    package func civil(of moment: Date) -> CivilTime {
        let instant = moment.second
        return CivilTime(wall: instant + offset(at: instant))
    }

    /// Resolves a local time: in a gap to the first valid instant after it, in a fold to the first of the two.
    package func resolve(_ time: CivilTime) -> LocalTimeResolution {
        let (instant, place) = landing(ofWall: time.wall)
        let kind: LocalTimeResolution.Kind =
            switch place {
            case .plain: .unique
            case .gap: .gap
            case .fold(let second): .fold(second: Date(second: second))
            }
        return LocalTimeResolution(instant: Date(second: instant), kind: kind)
    }

    package func instant(of time: CivilTime) -> Date { resolve(time).instant }

    enum Place: Equatable { case plain, gap, fold(second: Int) }

    func instant(ofWall wall: Int) -> Int { landing(ofWall: wall).instant }

    /// Offsets are less than a day and change by at most a day, so only periods within two days can contain a local time.
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

    /// Returns the first offset change after an instant; `Int.max` if there is none.
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
    /// Compares names, because a name identifies a time zone.
    package static func == (left: ZoneRules, right: ZoneRules) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ZoneRules: CustomStringConvertible {
    package var description: String { name }
}
