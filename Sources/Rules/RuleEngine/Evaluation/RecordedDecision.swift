package import BotKit
package import Foundation

/// A decision to be stored, with its changes of the rule state.
package struct RecordedDecision: Sendable {
    package let sequence: Int64
    package let decision: RuleDecision
    let written: [RuleState.Write]

    /// A Boolean value that indicates whether the decision asks for an approval.
    package var asks: Bool { written.contains { $0.key.kind == .question } }

    /// The state changes in stored form.
    package var storedEntries: [StoredStateEntry] { changes.map(\.entry) }

    /// The state changes, not yet encoded.
    package var changes: [StateChange] { written.map(StateChange.init) }

    /// Returns the value of a change as JSON; nil if it removes the entry.
    package func value(ofChange index: Int) -> String? { written[index].entry?.json }

    /// A state entry that was changed or removed.
    package struct StateChange: Sendable {
        fileprivate let write: RuleState.Write

        package var mode: String { write.mode.name }
        package var kind: String { write.key.kind.rawValue }
        package var name: String { write.key.name }
        package var subject: String { write.key.subject }
        package var expiresAt: Date? { write.expiresAt }
        /// The change in stored form.
        package var entry: StoredStateEntry { StoredStateEntry(write) }
    }
}

/// An entry of the rule state in stored form.
package struct StoredStateEntry: Hashable, Sendable {
    /// The id of the rule in shadow mode that owns the entry; empty for enforced state.
    package var mode: String
    package var kind: String
    package var name: String
    package var subject: String
    /// The value as JSON; `nil` if the entry was removed.
    package var value: String?
    /// The time after which the entry is absent; `nil` if it is kept.
    package var expiresAt: Date?

    package init(mode: String, kind: String, name: String, subject: String, value: String?, expiresAt: Date? = nil) {
        self.mode = mode
        self.kind = kind
        self.name = name
        self.subject = subject
        self.value = value
        self.expiresAt = expiresAt
    }

    init(_ write: RuleState.Write) {
        self.init(
            mode: write.mode.name, kind: write.key.kind.rawValue, name: write.key.name, subject: write.key.subject,
            value: write.entry?.json, expiresAt: write.expiresAt)
    }

    /// The entry; `nil` if this build cannot read it, for example if a later build wrote another kind.
    var write: RuleState.Write? {
        guard let kind = StateKey.Kind(rawValue: kind), let value, let entry = StateEntry(json: value) else { return nil }
        return RuleState.Write(
            mode: ExecutionMode(name: mode), key: StateKey(kind, name, subject), entry: entry, expiresAt: expiresAt)
    }
}

extension StoredStateEntry {
    /// The kind of deferred actions and pending waits.
    package static var waitKind: String { StateKey.Kind.wait.rawValue }
    /// The kind of the counts that rules are limited by.
    package static var quotaKind: String { StateKey.Kind.quota.rawValue }
    /// The kind of the entry that states the time through which others have expired.
    package static var expiryKind: String { StateKey.Kind.expiredThrough.rawValue }

    /// The time through which other entries have expired; `nil` for an entry of another kind.
    package var expiredThrough: Date? { kind == Self.expiryKind ? write?.entry?.at : nil }
}

/// The stored rule decisions and state at the start of the application.
package struct RestoredDecisions: Sendable {
    /// The stored state; `nil` if none is stored, so that all of it is in memory.
    package var state: StateSource?
    /// The decisions whose turns were not committed, by their entry.
    package var open: [Int64: RuleDecision]
    package var lastTicket: Int64

    package init(state: StateSource? = nil, open: [Int64: RuleDecision] = [:], lastTicket: Int64 = 0) {
        self.state = state
        self.open = open
        self.lastTicket = lastTicket
    }
}
