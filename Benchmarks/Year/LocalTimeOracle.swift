import Foundation

/// What the clocks of a zone show, minute by minute, and when they show it first: for an oracle, so it is found by going through the
/// minutes of the year and by nothing that the house reckons with. Only offsets come from Foundation.
struct LocalTimeOracle {
    /// Minutes since 1970 from which and up to which clocks are known. No schedule that is drawn rests for as long as there is behind
    /// the year.
    static let minutes = CivilDay.first.number * 1440..<(CivilDay.first.number + 550) * 1440
    /// Offsets change at whole quarters of an hour, nowadays.
    private static let pace = 15

    /// Minutes since 1970 at which clocks show a minute first; where they skip it, the first one after.
    private var instants: [Int32]
    /// How often an offset changes.
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

    /// When clocks show a minute of the wall first, in seconds since 1970; nil beyond what is known.
    func instant(ofWall minute: Int) -> Int? {
        let place = minute - Self.minutes.lowerBound
        guard instants.indices.contains(place), instants[place] >= 0 else { return nil }
        return Int(instants[place]) * 60
    }

    /// The minute of the wall at a second since 1970.
    func wall(at second: Int) -> Int {
        let minute = Int((Double(second) / 60).rounded(.down))
        let offset = starts.last { $0.minute <= minute }?.offset ?? starts.first?.offset ?? 0
        return minute + offset
    }
}
