import Foundation
import Logging
import Replay
import RuleEngine
import Storage

/// The rule state of the store, as rules read it.
extension StateSource {
    init(_ store: Store, logger: Logger) {
        self.init(
            entries: { kind, name, subject in
                do {
                    return try store.state.ruleState(ofKind: kind, named: name, about: subject).map { StoredStateEntry($0) }
                } catch {
                    logger.error(
                        "Rule state unreadable, deciding without it",
                        metadata: [
                            "rules.state": "\(kind) \(name)", "rules.error": "\(StorageErrorDescription.words(for: error))",
                        ])
                    return nil
                }
            },
            durableTicket: { store.state.durableTicket }, rewriteCount: { store.state.rewriteCount })
    }
}

extension RuleEngine {
    /// Returns the limits that active rules have reached, with their clans and end times.
    func trippedLimits(in store: Store, at now: Date) async throws -> [TrippedLimit] {
        let stored = try await store.state.ruleState(
            ofKind: StoredStateEntry.quotaKind, named: current.enforced.sorted(),
            subjectPrefixes: TrippedLimit.subjectPrefixes)
        return trippedLimits(at: now, stored: stored.map { StoredStateEntry($0) })
    }

    /// Returns the channels that rules have locked or slowed down.
    func restrictions(in store: Store, at now: Date) async throws -> [ChannelRestriction] {
        var stored: [StoredStateEntry] = []
        for kind in Self.restrictionKinds {
            stored += try await store.reader.ruleState(ofKind: kind).map { StoredStateEntry($0) }
        }
        return restrictions(at: now, stored: stored)
    }
}

extension Store {
    /// Deletes the rule state that has expired. Returns the number of its entries.
    func deleteExpiredRuleState() async throws -> Int {
        let rows = try await reader.ruleState(ofKind: StoredStateEntry.expiryKind)
        guard let horizon = rows.compactMap({ StoredStateEntry($0).expiredThrough }).max() else { return 0 }
        return try await state.deleteExpired(through: horizon)
    }
}
