package import Foundation

/// The `Retry-After` header of HTTP, which holds seconds or a date.
package enum RetryAfter {
    private static let longest = Duration.seconds(24 * 3600)

    /// Returns the time to wait, at most a day; nil for an invalid header.
    package static func wait(_ text: String, from now: Date) -> Duration? {
        if (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }), let seconds = Int64(text) {
            return min(.seconds(seconds), longest)
        }
        guard let date = HTTPDate().date(text) else { return nil }
        return min(.seconds(max(0, date.timeIntervalSince(now))), longest)
    }
}
