import Foundation

extension Date {
    init(second: Int) { self.init(timeIntervalSince1970: Double(second)) }

    /// The whole seconds since 1970, rounded down. Moments outside the calendar of `Day` are clamped to its ends.
    var second: Int {
        let seconds = timeIntervalSince1970.rounded(.down)
        guard seconds > Self.first else { return Int(Self.first) }
        return seconds < Self.last ? Int(seconds) : Int(Self.last)
    }

    /// Two days inside the years 1 to 9999, so that the local time of any time zone is within them too.
    private static let first = -62_135_424_000.0
    private static let last = 253_402_127_999.0
}
