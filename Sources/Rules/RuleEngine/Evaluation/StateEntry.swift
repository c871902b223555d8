import ChatModel
import Foundation

/// The key of an entry of the rule state.
struct StateKey: Hashable, Sendable, Comparable, Codable {
    enum Kind: String, Hashable, Sendable, Codable {
        case counter, cooldown, variable, level, quota, question
        /// The number of messages of a member.
        case seen = "messages_seen"
        /// The measures taken against a member.
        case cases
        /// A user who is removed whenever they join.
        case ban
        /// A refunded strike.
        case strikeRefund = "strike_refund"
        /// A user who has opted out of direct messages.
        case directMessageOptOut = "dm_opt_out"
        /// The deferred actions of a rule, with the waits that are still pending.
        case wait
        /// A mention that waits for an answer.
        case mention
        /// The actions put off under a name.
        case scheduled
        /// The members with the highest counts of a counter.
        case leaders
        /// The waits that an event may end early.
        case awaited
        /// The people who have reacted to a message.
        case reactions
        /// The time of the last message in a channel whose silence triggers a rule.
        case voice = "last_message"
        /// A channel in which only moderators write.
        case lock
        /// A channel in which a user writes once in an interval.
        case slowMode = "slow_mode"
        /// A user who has to wait in a channel in slow mode.
        case slowModePause = "slow_mode_pause"
        /// A user who has been told that a message was deleted because of a restriction of its channel.
        case restrictionNotice = "restriction_notice"
        /// The time through which entries have expired.
        case expiredThrough = "expired_through"

        /// A Boolean value that indicates whether entries are kept after their end, because something has to be done then.
        var outlastsEnd: Bool { self == .question || self == .wait || self == .level }
    }

    var kind: Kind
    /// The name of the counter, variable or rule.
    var name: String
    /// The subject: `u5.c7`, or empty if the entry is shared.
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

/// An entry of the rule state.
struct StateEntry: Hashable, Sendable, Codable {
    var count = 0
    var text = ""
    /// The time at which decay was last applied to a counter, or at which the entry began to hold its value.
    var at: Date
    /// The time at which the entry ceases to hold; `nil` for no end.
    var until: Date?
    /// The hashes of the values counted, for counters of distinct values.
    var seen: [UInt64] = []

    init(at: Date) { self.at = at }

    /// The entry with its dates rounded as they are stored, in seconds since 1970, which loses their last bits.
    var asStored: StateEntry {
        var entry = self
        entry.at = Date(timeIntervalSince1970: at.timeIntervalSince1970)
        entry.until = until.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970) }
        return entry
    }

    /// The entry as JSON with sorted keys and dates in seconds since 1970; nil if it cannot be encoded.
    ///
    /// Every message changes entries that consist of numbers, so these are written without the encoder, which takes longer than the
    /// decision.
    var json: String? {
        guard text.isEmpty, seen.isEmpty, Self.isWritten(at), until.map(Self.isWritten) ?? true else { return encoded }
        var json = ""
        json.reserveCapacity(96)
        json += "{\"at\":"
        Self.append(at, to: &json)
        json += ",\"count\":"
        json.append(decimal: Int64(count))
        json += ",\"seen\":[],\"text\":\"\""
        if let until {
            json += ",\"until\":"
            Self.append(until, to: &json)
        }
        json += "}"
        return json
    }

    /// Decodes an entry; `nil` if this build cannot read it.
    init?(json: String) {
        if let entry = Self.numbers(json) {
            self = entry
            return
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let entry = try? decoder.decode(StateEntry.self, from: Data(json.utf8)) else { return nil }
        self = entry
    }

    /// Reads an entry that was written without the encoder.
    private static func numbers(_ json: String) -> StateEntry? {
        let parts = json.utf8.split(separator: UInt8(ascii: ","), maxSplits: 5)
        func number(_ index: Int, after name: String) -> Substring? {
            parts[index].starts(with: name.utf8) ? Substring(parts[index].dropFirst(name.utf8.count)) : nil
        }
        guard parts.count == 4 || parts.count == 5, parts[2].elementsEqual("\"seen\":[]".utf8),
            parts[3].elementsEqual((parts.count == 4 ? "\"text\":\"\"}" : "\"text\":\"\"").utf8),
            let at = number(0, after: "{\"at\":").flatMap({ Double($0) }),
            let count = number(1, after: "\"count\":").flatMap({ Int($0) })
        else { return nil }
        var entry = StateEntry(at: Date(timeIntervalSince1970: at))
        entry.count = count
        guard parts.count == 5 else { return entry }
        guard let end = number(4, after: "\"until\":"), end.last == "}", let until = Double(end.dropLast()) else { return nil }
        entry.until = Date(timeIntervalSince1970: until)
        return entry
    }

    /// Returns whether a date is written without the encoder.
    private static func isWritten(_ date: Date) -> Bool { abs(date.timeIntervalSince1970) < 1e15 }

    private static func append(_ date: Date, to json: inout String) {
        let seconds = date.timeIntervalSince1970
        if seconds == seconds.rounded() { json.append(decimal: Int64(seconds)) } else { json += "\(seconds)" }
    }

    private var encoded: String? {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    func holds(at now: Date) -> Bool { until.map { now < $0 } ?? true }
}

/// The decay of a counter over time.
struct CounterDecay: Hashable, Sendable, Codable {
    var by: Int
    var every: Double  // Seconds.

    /// Returns the counter at a date. An earlier date leaves it unchanged: late events do not undo decay.
    func applied(to entry: StateEntry, at now: Date) -> StateEntry {
        let periods = (now.timeIntervalSince(entry.at) / every).rounded(.down)
        guard periods >= 1, entry.count > 0 else { return entry }
        var decayed = entry
        let loss = min(periods * Double(by), Double(entry.count))
        decayed.count -= Int(loss)
        decayed.at = entry.at.addingTimeInterval(periods * every)
        return decayed
    }
}
