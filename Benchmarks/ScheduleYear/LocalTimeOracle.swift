import Foundation

/// The local times of a time zone, minute by minute, and their first instants. The oracle walks through the minutes of the year and shares
/// no code with the application; only the offsets come from Foundation.
struct LocalTimeOracle {
    /// The range of known minutes since 1970. It extends beyond the year by more than any generated schedule pauses.
    static let minutes = CivilDay.first.number * 1440..<(CivilDay.first.number + 550) * 1440
    /// The step in minutes: current offsets change at whole quarters of an hour.
    private static let pace = 15

    /// The minute since 1970 at which each local minute first occurs; for a skipped one the first minute after it.
    private var instants: [Int32]
    /// The number of offset changes.
    private(set) var changes = 0
    private var starts: [(minute: Int, offset: Int)] = []

    init?(zone name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        instants = [Int32](repeating: -1, count: Self.minutes.count)
        var last: Int?
        for minute in stride(from: Self.minutes.lowerBound, to: Self.minutes.upperBound, by: Self.pace) {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(minute * 60))) / 60
            if last != offset {
                if last != nil { changes += 1 }
                starts.append((minute, offset))
                last = offset
            }
            for instant in minute..<minute + Self.pace {
                let place = instant + offset - Self.minutes.lowerBound
                if instants.indices.contains(place), instants[place] < 0 { instants[place] = Int32(instant) }
            }
        }
        var next: Int32 = -1
        for place in instants.indices.reversed() {
            if instants[place] < 0 { instants[place] = next } else { next = instants[place] }
        }
    }

    /// Returns the first instant of a local minute, in seconds since 1970; nil outside the known range.
    func instant(ofWall minute: Int) -> Int? {
        let place = minute - Self.minutes.lowerBound
        guard instants.indices.contains(place), instants[place] >= 0 else { return nil }
        return Int(instants[place]) * 60
    }

    /// Returns the local minute at a second since 1970.
    func wall(at second: Int) -> Int {
        let minute = Int((Double(second) / 60).rounded(.down))
        let offset = starts.last { $0.minute <= minute }?.offset ?? starts.first?.offset ?? 0
        return minute + offset
    }
}
