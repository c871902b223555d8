package import ChatModel
package import Foundation

/// A restriction of a channel that the rules keep: they delete the messages that it does not allow.
package struct ChannelRestriction: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Only moderators write.
        case lock
        /// A user writes once in an interval.
        case slowMode = "slow_mode"

        var stateKind: StateKey.Kind {
            switch self {
            case .lock: .lock
            case .slowMode: .slowMode
            }
        }

        /// Returns the key of the restriction of a channel.
        func key(_ channel: ChannelID) -> StateKey { StateKey(stateKind, Self.keyName, "c\(channel)") }

        /// Returns the key of the fact that a user has been told, or has to wait, in a channel.
        func key(_ kind: StateKey.Kind, of user: UserID, in channel: ChannelID) -> StateKey {
            StateKey(kind, rawValue, SubjectScope([.user, .channel]).subject(user: user, channel: channel, clan: 0))
        }

        private static let keyName = "channel"
    }

    package var kind: Kind
    package var channel: ChannelID
    /// The rule that asked for it. It holds only as long as that rule is enforced.
    package var rule: String
    package var since: Date
    package var until: Date
    /// The interval of slow mode in seconds; 0 for a lock.
    package var interval: Int

    /// Creates the restriction of a stored entry; `nil` for an entry of another kind.
    init?(_ key: StateKey, _ entry: StateEntry) {
        guard let kind = Kind.allCases.first(where: { $0.stateKind == key.kind }), let until = entry.until,
            let channel = Int64(key.subject.dropFirst())
        else { return nil }
        self.kind = kind
        self.channel = ChannelID(channel)
        rule = entry.text
        since = entry.at
        self.until = until
        interval = entry.count
    }

    /// Returns the entry of a new restriction.
    static func entry(by rule: String, from now: Date, for length: Duration, interval: Duration = .zero) -> StateEntry {
        var entry = StateEntry(at: now)
        entry.text = rule
        entry.until = now.addingTimeInterval(length / .seconds(1))
        entry.count = Int(min(interval / .seconds(1), 1e9))
        return entry
    }

    /// Returns whether the restriction holds for an event: a late one may precede it.
    func holds(at now: Date) -> Bool { since <= now && now < until }
}

extension RuleState {
    /// Returns all restrictions, also those that have ended.
    ///
    /// - Parameter stored: The stored entries. Those in memory replace them.
    func restrictions(_ stored: [StoredStateEntry]) -> [ChannelRestriction] {
        var entries: [StateKey: StateEntry?] = [:]
        for write in stored.compactMap(\.write) where write.mode == .real { entries[write.key] = write.entry }
        for kind in ChannelRestriction.Kind.allCases {
            for (key, entry) in enforcedInMemory(of: kind.stateKind) { entries[key] = .some(entry) }
        }
        return entries.sorted { $0.key < $1.key }.compactMap { key, entry in
            entry.flatMap { ChannelRestriction(key, $0) }
        }
    }
}
