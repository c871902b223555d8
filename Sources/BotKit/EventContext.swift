package import Foundation
package import MezonModel

/// What every participant may know besides the event itself.
package struct EventContext: Sendable {
    /// The event's own time. Nothing else is "now" for a decision, so a backlog delivered late decides as it would have then.
    package let now: Date
    /// The account we act as.
    package let me: UserID
    /// Whether the event was recovered from the channel's history after an outage.
    package let isLate: Bool
    /// The journal's number of the event; zero outside a journal.
    package let sequence: Int64
    /// The rule that hands the event to a bot; empty where it comes by itself.
    package private(set) var asker = ""
    /// Whether an application did it, as the server tells of accounts.
    package var isByApplication = false
    /// What a trace says of a bot that let be what an application said.
    package static let byApplication = "said by an application"
    private let chance: UInt64

    package init(now: Date, me: UserID, isLate: Bool = false, seed: UInt64 = 0) {
        self.init(now: now, me: me, isLate: isLate, sequence: 0, chance: seed)
    }

    /// - Parameter seed: sets the chance of one house apart from that of another with the same journal.
    package init(now: Date, me: UserID, isLate: Bool, sequence: Int64, seed: UInt64 = 0) {
        self.init(now: now, me: me, isLate: isLate, sequence: sequence, chance: UInt64(bitPattern: sequence) ^ seed)
    }

    private init(now: Date, me: UserID, isLate: Bool, sequence: Int64, chance: UInt64) {
        self.now = now
        self.me = me
        self.isLate = isLate
        self.sequence = sequence
        self.chance = chance
    }

    package func asked(by author: String) -> EventContext {
        var context = self
        context.asker = author
        return context
    }

    /// Where an author's chance begins: it differs from its neighbours'.
    package func seed(of author: String) -> UInt64 { author.utf8.reduce(chance) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
