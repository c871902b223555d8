package import ChatModel

/// A local date and time of day, without a time zone.
package struct CivilTime: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    package let day: Day
    /// The seconds since midnight by the clock: 0…86 399.
    package let second: Int

    /// Creates a civil time; `nil` if the second is out of range.
    package init?(_ day: Day, second: Int = 0) {
        guard (0..<Self.day).contains(second) else { return nil }
        self.day = day
        self.second = second
    }

    package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard let day = Day(year: year, month: month, day: day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<60).contains(second)
        else { return nil }
        self.init(day, second: hour * 3600 + minute * 60 + second)
    }

    package static func < (left: CivilTime, right: CivilTime) -> Bool { left.wall < right.wall }

    /// The time as `2026-03-29 02:30`, with seconds if they are not zero.
    package var description: String {
        let minutes = ClockText.text(minutes: second / 60)
        let seconds = second % 60
        return "\(day) \(minutes)" + (seconds == 0 ? "" : seconds < 10 ? ":0\(seconds)" : ":\(seconds)")
    }

    static let day = 86_400

    /// The seconds since the beginning of 1970, in days of 86 400 seconds each.
    var wall: Int { day.sinceEpoch * Self.day + second }

    init(wall: Int) {
        let days = wall.floored(by: Self.day)
        day = Day(sinceEpoch: days)
        second = wall - days * Self.day
    }
}

extension Day {
    /// The number of 1 January 1970 in `Day.number`.
    private static let epoch = 719_468

    /// The days since 1 January 1970.
    var sinceEpoch: Int { number - Self.epoch }

    init(sinceEpoch days: Int) { self.init(nearest: days + Self.epoch) }
}

extension Int {
    /// Returns the quotient rounded towards negative infinity.
    func floored(by divisor: Int) -> Int {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
