package import Foundation

/// Formats and parses the `Date` header of HTTP, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Creating an instance costs a hundred times as much as using it, so keep one for repeated use.
package struct HTTPDate {
    private let formatter: DateFormatter

    package init() {
        formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    }

    /// Parses a date; `nil` for anything else, including the two obsolete forms of RFC 9110, which are no longer in use.
    package func date(_ text: String) -> Date? {
        guard text.utf8.count == 29 else { return nil }
        return formatter.date(from: text)
    }

    package func text(_ date: Date) -> String { formatter.string(from: date) }
}
