public import Foundation

/// What somebody was counted for on a ladder, so that it can be given back.
public struct Strike: Hashable, Sendable, Codable {
    /// The entry of the journal that it was counted for.
    public var entry: Int64
    public var counter: String
    /// Whose counter: `u5.g7`.
    public var subject: String
    public var by: Int
    /// What the counter held with it.
    public var count: Int
    public var at: Date

    public init(entry: Int64, counter: String, subject: String, by: Int, count: Int, at: Date) {
        self.entry = entry
        self.counter = counter
        self.subject = subject
        self.by = by
        self.count = count
        self.at = at
    }
}
