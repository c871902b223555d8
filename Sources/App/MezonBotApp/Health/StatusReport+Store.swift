import ChatModel
import Foundation
import RuleEngine
import Storage

extension StatusReport.Rules {
    init(_ rules: RuleSet) {
        let listing = rules.listing
        self.init(
            version: rules.version, enforced: listing.count { $0.mode == .enforce },
            shadow: listing.count { $0.mode == .shadow }, disabled: listing.count { $0.mode == .disabled })
    }
}

extension StatusReport.Store {
    init(_ store: Storage.Store) async throws {
        let deliveries = try await store.outbox.unsentCounts().map { ("\($0.key)", $0.value) }
        self.init(
            entries: try await store.reader.lastSequence(), waiting: try await store.journal.waitingEntries().count,
            deliveries: Dictionary(uniqueKeysWithValues: deliveries), openCases: try await store.reader.caseCountInForce(),
            gaps: try await store.gaps.all().count, deadLetters: try await store.reader.openDeadLetterCount())
    }
}

/// The part of a status that is read from the store.
struct StoredStatus: Sendable {
    let counts: StatusReport.Store
    /// The entries that wait for their turns.
    let entries: Backlog
    /// The deliveries that wait, by their channels.
    let deliveries: [ChannelID: Backlog]
    let trippedLimits: [TrippedLimit]
    let restrictions: [ChannelRestriction]

    init(_ store: Storage.Store, _ engine: RuleEngine, at now: Date) async throws {
        entries = try await store.journal.waitingEntries()
        deliveries = try await store.outbox.waitingDeliveries()
        trippedLimits = try await engine.trippedLimits(in: store, at: now)
        restrictions = try await engine.restrictions(in: store, at: now)
        counts = try await StatusReport.Store(store)
    }
}
