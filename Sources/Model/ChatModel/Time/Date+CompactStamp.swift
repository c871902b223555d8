package import Foundation

extension Date {
    private static let compactStyle = ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)

    /// The time in UTC to the second, for names of files: `20260131T120000Z`.
    package var compactStamp: String { Self.compactStyle.format(self) }

    /// Parses a time in the form of `compactStamp`.
    package init?(compactStamp text: String) {
        guard let date = try? Self.compactStyle.parse(text), date.compactStamp == text else { return nil }
        self = date
    }
}
