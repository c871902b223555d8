package import BotKit
import Foundation

/// A decision on its way to the store, together with what it changed of what rules remember.
package struct RecordedDecision: Sendable {
    package let sequence: Int64
    package let conclusion: RuleDecision
    let written: [RuleState.Write]

    /// Whether it put a question to somebody.
    package var asks: Bool { written.contains { $0.key.kind == .question } }

    /// What it changed, as the store keeps it.
    package var memos: [StoredStateEntry] { changes.map(\.memo) }

    /// What it changed, not yet written out.
    package var changes: [StateChange] { written.map(StateChange.init) }

    /// One thing that was remembered otherwise or forgotten.
    package struct StateChange: Sendable {
        fileprivate let write: RuleState.Write

        package var world: String { write.world.name }
        package var kind: String { write.key.kind.rawValue }
        package var name: String { write.key.name }
        package var subject: String { write.key.subject }
        /// As the store keeps it.
        package var memo: StoredStateEntry { StoredStateEntry(write) }
    }
}

/// One thing that rules remember, as the store keeps it.
package struct StoredStateEntry: Hashable, Sendable {
    /// Empty for the real world; else the rule in shadow whose own it is.
    package var world: String
    package var kind: String
    package var name: String
    package var subject: String
    /// JSON; nil where it was forgotten.
    package var value: String?

    package init(world: String, kind: String, name: String, subject: String, value: String?) {
        self.world = world
        self.kind = kind
        self.name = name
        self.subject = subject
        self.value = value
    }

    init(_ write: RuleState.Write) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        self.init(
            world: write.world.name, kind: write.key.kind.rawValue, name: write.key.name, subject: write.key.subject,
            value: write.memo.flatMap { memo in (try? encoder.encode(memo)).map { String(decoding: $0, as: UTF8.self) } })
    }

    /// Nil for what this build cannot read: a memo of a kind that a later build writes.
    var write: RuleState.Write? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let kind = StateKey.Kind(rawValue: kind), let value,
            let memo = try? decoder.decode(StateEntry.self, from: Data(value.utf8))
        else { return nil }
        return RuleState.Write(world: ExecutionMode(name: world), key: StateKey(kind, name, subject), memo: memo)
    }
}

/// What the store knew of the rules' decisions when the house started.
package struct RestoredDecisions: Sendable {
    package var memos: [StoredStateEntry]
    /// Decisions whose turns were not committed, by their entry.
    package var open: [Int64: RuleDecision]
    package var lastTicket: Int64

    package init(memos: [StoredStateEntry] = [], open: [Int64: RuleDecision] = [:], lastTicket: Int64 = 0) {
        self.memos = memos
        self.open = open
        self.lastTicket = lastTicket
    }
}
