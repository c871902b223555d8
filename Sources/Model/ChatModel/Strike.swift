package import Foundation

/// An increment of a user's counter on a ladder, recorded so that it can be refunded.
package struct Strike: Hashable, Sendable, Codable {
    /// The journal sequence number of the entry that it was counted for.
    package var entry: Int64
    /// The counter's name.
    package var counter: String
    /// The counter's subject: `u5.g7`.
    package var subject: String
    /// The amount of the increment.
    package var by: Int
    /// The counter's value after the increment.
    package var count: Int
    /// The time of the increment.
    package var at: Date

    /// Creates a strike.
    package init(entry: Int64, counter: String, subject: String, by: Int, count: Int, at: Date) {
        self.entry = entry
        self.counter = counter
        self.subject = subject
        self.by = by
        self.count = count
        self.at = at
    }
}
