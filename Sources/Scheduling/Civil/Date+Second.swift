import Foundation

extension Date {
    init(second: Int) { self.init(timeIntervalSince1970: Double(second)) }

    /// Whole seconds since 1970, rounded down. Moments further away than the calendar of `Day` stay at its ends.
    var second: Int {
        let seconds = timeIntervalSince1970.rounded(.down)
        guard seconds > Self.first else { return Int(Self.first) }
        return seconds < Self.last ? Int(seconds) : Int(Self.last)
    }

    /// Two days within the years 1 and 9999, so that a wall clock of any zone is within them too.
    private static let first = -62_135_424_000.0
    private static let last = 253_402_127_999.0
}
