public import Foundation

/// An increment of a user's counter on a ladder, recorded so that it can be refunded.
public struct Strike: Hashable, Sendable, Codable {
    /// The journal sequence number of the entry that it was counted for.
    public var entry: Int64
    /// The counter's name.
    public var counter: String
    /// The counter's subject: `u5.g7`.
    public var subject: String
    /// The amount of the increment.
    public var by: Int
    /// The counter's value after the increment.
    public var count: Int
    /// The time of the increment.
    public var at: Date

    /// Creates a strike.
    public init(entry: Int64, counter: String, subject: String, by: Int, count: Int, at: Date) {
        self.entry = entry
        self.counter = counter
        self.subject = subject
        self.by = by
        self.count = count
        self.at = at
    }
}
