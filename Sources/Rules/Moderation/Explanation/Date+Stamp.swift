package import Foundation

extension Date {
    /// Returns the date as `2026-01-07 17:21:03 +07:00`, in seconds and with the UTC offset, which the name of a time zone does
    /// not show.
    package func stamp(in zone: TimeZone) -> String {
        let style = ISO8601FormatStyle(timeZone: zone).year().month().day().dateTimeSeparator(.space)
            .time(includingFractionalSeconds: false)
        return formatted(style) + " " + zone.utcOffset(at: self)
    }

    /// Returns the time as `17:21:03`.
    package func clock(in zone: TimeZone) -> String {
        formatted(ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false))
    }
}

extension TimeZone {
    /// Returns the UTC offset: `UTC` or `+07:00`.
    fileprivate func utcOffset(at date: Date) -> String {
        let minutes = secondsFromGMT(for: date) / 60
        guard minutes != 0 else { return "UTC" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + ":" + two(abs(minutes) % 60)
    }
}
