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
            gaps: try await store.gaps.all().count)
    }
}
