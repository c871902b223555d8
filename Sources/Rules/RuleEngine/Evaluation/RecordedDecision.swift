package import BotKit
import Foundation

/// A decision to be stored, with its changes of the rule state.
package struct RecordedDecision: Sendable {
    package let sequence: Int64
    package let decision: RuleDecision
    let written: [RuleState.Write]

    /// A Boolean value that indicates whether the decision asks for an approval.
    package var asks: Bool { written.contains { $0.key.kind == .question } }

    /// The state changes in stored form.
    package var storedEntries: [StoredStateEntry] { changes.map(\.stateRecord) }

    /// The state changes, not yet encoded.
    package var changes: [StateChange] { written.map(StateChange.init) }

    /// A state entry that was changed or removed.
    package struct StateChange: Sendable {
        fileprivate let write: RuleState.Write

        package var mode: String { write.mode.name }
        package var kind: String { write.key.kind.rawValue }
        package var name: String { write.key.name }
        package var subject: String { write.key.subject }
        /// The change in stored form.
        package var stateRecord: StoredStateEntry { StoredStateEntry(write) }
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

    package init(mode: String, kind: String, name: String, subject: String, value: String?) {
        self.mode = mode
        self.kind = kind
        self.name = name
        self.subject = subject
        self.value = value
    }

    init(_ write: RuleState.Write) {
        self.init(
            mode: write.mode.name, kind: write.key.kind.rawValue, name: write.key.name, subject: write.key.subject,
            value: write.stateRecord?.json)
    }

    /// The entry; `nil` if this build cannot read it, for example if a later build wrote another kind.
    var write: RuleState.Write? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let kind = StateKey.Kind(rawValue: kind), let value,
            let stateRecord = try? decoder.decode(StateEntry.self, from: Data(value.utf8))
        else { return nil }
        return RuleState.Write(mode: ExecutionMode(name: mode), key: StateKey(kind, name, subject), stateRecord: stateRecord)
    }
}

/// The stored rule decisions and state at the start of the application.
package struct RestoredDecisions: Sendable {
    package var stateRecords: [StoredStateEntry]
    /// The decisions whose turns were not committed, by their entry.
    package var open: [Int64: RuleDecision]
    package var lastTicket: Int64

    package init(stateRecords: [StoredStateEntry] = [], open: [Int64: RuleDecision] = [:], lastTicket: Int64 = 0) {
        self.stateRecords = stateRecords
        self.open = open
        self.lastTicket = lastTicket
    }
}
