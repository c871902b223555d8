import BotKit
package import ChatModel
import EventProcessing
import Foundation
package import Logging
import Moderation
import Replay
package import RuleEngine
package import Storage

/// A rule engine backed by the store.
extension RuleEngine {
    /// - Parameters:
    ///   - me: The account of the bot.
    ///   - time: Its present time is the one from which schedules are computed.
    package static func open(
        _ compiled: CompiledConfiguration, store: Store, me: UserID, time: any TimeSource, logger: Logger
    ) async throws -> RuleEngine {
        let now = time.now
        let (open, lastTicket) = try await store.state.uncommittedDecisions()
        let decoder = JSONDecoder()
        let decisions = open.compactMap { decision in
            do {
                return (decision.sequence, try decoder.decode(RuleDecision.self, from: Data(decision.json.utf8)))
            } catch {
                logger.error(
                    "Stored decision unreadable, evaluating again",
                    metadata: [
                        "rules.entry": "\(decision.sequence)", "rules.error": "\(StorageErrorDescription.words(for: error))",
                    ])
                return nil
            }
        }
        try await store.revisions.record(
            compiled.rules.version, files: compiled.files.json, jobs: compiled.rules.configuredJobs(after: now))
        let engine = RuleEngine(
            compiled.rules,
            lookup: DirectoryLookup(of: store),
            restored: RestoredDecisions(
                state: StateSource(store, logger: logger), open: Dictionary(uniqueKeysWithValues: decisions),
                lastTicket: lastTicket),
            formerRevisions: try await formerRevisions(besides: compiled.rules.version, in: store),
            recorder: DecisionRecorder(store), uptime: { time.uptime })
        // Recent rule counters are not stored; they are rebuilt from the journal.
        let recent = try await store.state.begin(
            as: me, revision: compiled.rules.version, after: lastTicket, replaying: compiled.rules.lookback ?? .zero,
            limit: compiled.rules.lookback == nil ? 0 : maxRebuilt)
        let relayed = try await store.reader.relayDestinations(of: recent, within: compiled.rules.relayMemory)
        for entry in recent {
            guard let event = entry.event else { continue }
            engine.rebuild(event, EventContext(of: entry, event, as: me), relayedTo: relayed[entry.sequence] ?? [])
        }
        return engine
    }

    /// The earlier revisions with pending waits.
    private static func formerRevisions(besides version: String, in store: Store) async throws -> [RuleSet] {
        let waits = try await store.reader.ruleState(ofKind: StoredStateEntry.waitKind).map { StoredStateEntry($0) }
        let waiting = Set(waits.compactMap(\.waitingRevision)).subtracting([version])
        guard !waiting.isEmpty else { return [] }
        return try await store.reader.revisions().filter { waiting.contains($0.version) }.compactMap(\.rules)
    }

    /// Entries: more than any useful window holds, and read in a quarter of a second.
    private static var maxRebuilt: Int { 20_000 }
}

extension RuleSet {
    /// The scheduled jobs that the rules declare.
    func configuredJobs(after now: Date) -> [ConfiguredJob] {
        jobs(after: now).map { ConfiguredJob(author: $0.author, $0.job, isOver: $0.isOver) }
    }
}

extension DecisionRecorder {
    /// Stores the decisions of rules.
    fileprivate init(_ store: Store) {
        self.init(
            storeObservation: { store.state.recordObservation($0.text) },
            record: { decision in store.state.add(PendingDecision(decision)) })
    }
}

extension PendingDecision {
    fileprivate init(_ decision: RecordedDecision) {
        self.init(
            sequence: decision.sequence, ticket: decision.decision.ticket, version: decision.decision.version,
            stateChange: !decision.decision.isRecorded
                ? nil
                : StateChange(
                    hasDeadline: decision.asks,
                    changes: decision.changes.map { change in
                        RuleStateChange(
                            RuleStateRow.Key(
                                shadowRule: change.mode, kind: change.kind, name: change.name, subject: change.subject),
                            expiresAt: change.expiresAt)
                    }, value: { decision.value(ofChange: $0) }, json: { decision.decision.text }))
    }
}

extension DirectoryLookup {
    /// A lookup of the store's directory at the time of each call.
    init(of store: Store) {
        self.init(
            member: { store.directory.member($0, in: $1) }, channel: { store.directory.channel($0) },
            clan: { store.directory.clan($0) },
            channels: { clan in store.directory.channels.filter { $0.clan == clan } },
            user: { store.directory.author($0, in: $1) },
            message: { [journal = store.journal] in (try? journal.lastVersion(of: $0, in: $1, before: $2))?.version },
            hasSeveralClans: { store.directory.hasSeveralClans })
    }
}

extension RuleDecision {
    fileprivate var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("texts, ids and finite dates can always be written as JSON: \(error)")
        }
    }
}
