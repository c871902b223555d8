public import Foundation

/// What a hook may know besides the event itself.
public struct Context: Sendable {
    /// The event's own time. Nothing else is "now" for a decision, so a backlog delivered late decides as it would have then.
    public let now: Date
    /// The account we act as.
    public let me: UserID
    /// Whether the event was recovered from the channel's history after an outage.
    public let isLate: Bool
    /// The journal's number of the event; zero outside a journal.
    package let sequence: Int64
    private let seed: UInt64

    public init(now: Date, me: UserID, isLate: Bool = false, seed: UInt64 = 0) {
        self.init(now: now, me: me, isLate: isLate, sequence: 0, seed: seed)
    }

    package init(now: Date, me: UserID, isLate: Bool, sequence: Int64) {
        self.init(now: now, me: me, isLate: isLate, sequence: sequence, seed: UInt64(bitPattern: sequence))
    }

    private init(now: Date, me: UserID, isLate: Bool, sequence: Int64, seed: UInt64) {
        self.sequence = sequence
        self.now = now
        self.me = me
        self.isLate = isLate
        self.seed = seed
    }

    /// A source of chance that belongs to this event and this bot: each reading starts it anew, so keep it in a variable.
    ///
    ///     var random = context.random
    ///     let roll = Int.random(in: 1...6, using: &random)
    public var random: SplitMix { SplitMix(seed: seed) }

    /// The same context for one bot: its chance differs from its neighbours'.
    package func forAuthor(_ name: String) -> Context {
        Context(
            now: now, me: me, isLate: isLate, sequence: sequence,
            seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}

/// A small generator whose numbers follow from its seed alone (SplitMix64, Steele, Lea and Flood 2014).
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
