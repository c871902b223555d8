package import ChatModel
package import Foundation

/// The information available to every handler besides the event itself.
package struct EventContext: Sendable {
    /// The event's own time. A decision has no other clock, so an event processed late is decided as it would have been in time.
    package let now: Date
    /// The account that the application acts as.
    package let me: UserID
    /// A Boolean value that indicates whether the event was recovered from the channel's history after an outage.
    package let isLate: Bool
    /// The journal sequence number of the event; zero outside a journal.
    package let sequence: Int64
    /// The rule that hands the event to a bot; empty if none does.
    package private(set) var requestingRule = ""
    /// A Boolean value that indicates whether an application caused the event, according to the server's account data.
    package var isByApplication = false
    /// The reason shown in a trace for a bot that ignores a message from an application.
    package static let byApplication = "said by an application"
    private let seed: UInt64

    package init(now: Date, me: UserID, isLate: Bool = false, seed: UInt64 = 0) {
        self.init(now: now, me: me, isLate: isLate, sequence: 0, chance: seed)
    }

    /// Creates a context.
    ///
    /// - Parameter seed: A value that makes the random numbers differ from those of another application with the same journal.
    package init(now: Date, me: UserID, isLate: Bool, sequence: Int64, seed: UInt64 = 0) {
        self.init(now: now, me: me, isLate: isLate, sequence: sequence, chance: UInt64(bitPattern: sequence) ^ seed)
    }

    private init(now: Date, me: UserID, isLate: Bool, sequence: Int64, chance: UInt64) {
        self.now = now
        self.me = me
        self.isLate = isLate
        self.sequence = sequence
        self.seed = chance
    }

    package func requested(by author: String) -> EventContext {
        var context = self
        context.requestingRule = author
        return context
    }

    /// Returns the random seed of an author, which differs from those of other authors.
    package func seed(of author: String) -> UInt64 { author.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
