import Foundation

/// The name of one thing that rules remember.
struct StateKey: Hashable, Sendable, Comparable, Codable {
    enum Kind: String, Hashable, Sendable, Codable {
        case counter, cooldown, variable, level, quota, seen, question
        /// Somebody who is kicked whenever they join.
        case ban
        /// A strike that was given back.
        case pardon
        /// Somebody who wants no direct messages.
        case silence
        /// What a rule still has to do, and which of its waits are not over.
        case wait
        /// A mention that waits for an answer.
        case mention
        /// When somebody spoke last in a channel whose silence a rule waits for.
        case voice
    }

    var kind: Kind
    /// The counter's, variable's or rule's own name.
    var name: String
    /// Whose it is: `u5.c7`, or empty for everybody's.
    var subject: String

    init(_ kind: Kind, _ name: String, _ subject: String = "") {
        self.kind = kind
        self.name = name
        self.subject = subject
    }

    static func < (left: StateKey, right: StateKey) -> Bool {
        (left.kind.rawValue, left.name, left.subject) < (right.kind.rawValue, right.name, right.subject)
    }
}

/// One thing that rules remember.
struct StateEntry: Hashable, Sendable, Codable {
    var count = 0
    var text = ""
    /// When a counter was last brought up to date by its decay, or began to hold something.
    var at: Date
    /// Forgotten after this moment; nil for never.
    var until: Date?
    /// Hashes of what was counted, where each counts once.
    var seen: [UInt64] = []

    init(at: Date) { self.at = at }

    /// With its moments as they come back from the store, which counts seconds from 1970: the last bits of others are lost on the way.
    var asStored: StateEntry {
        var memo = self
        memo.at = Date(timeIntervalSince1970: at.timeIntervalSince1970)
        memo.until = until.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970) }
        return memo
    }

    func holds(at now: Date) -> Bool { until.map { now < $0 } ?? true }
}

/// How a counter sinks by itself.
struct CounterDecay: Hashable, Sendable, Codable {
    var by: Int
    var every: Double  // Seconds.

    /// The counter as it stands at a moment. A moment before its own leaves it as it is: late events undo no decay.
    func applied(to memo: StateEntry, at now: Date) -> StateEntry {
        let periods = (now.timeIntervalSince(memo.at) / every).rounded(.down)
        guard periods >= 1, memo.count > 0 else { return memo }
        var sunk = memo
        let loss = min(periods * Double(by), Double(memo.count))
        sunk.count -= Int(loss)
        sunk.at = memo.at.addingTimeInterval(periods * every)
        return sunk
    }
}
