package import Foundation

/// The `Date` header of HTTP, both ways: `Sun, 06 Nov 1994 08:49:37 GMT`, cut to whole seconds.
///
/// Making one costs a hundred times what using it does: whoever dates every answer keeps one.
package struct HTTPDate {
    private let formatter: DateFormatter

    package init() {
        formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    }

    /// `nil` for anything else, the two obsolete forms of RFC 9110 included: nobody sends them any more.
    package func date(_ text: String) -> Date? {
        guard text.utf8.count == 29 else { return nil }
        return formatter.date(from: text)
    }

    package func text(_ date: Date) -> String { formatter.string(from: date) }
}
