import ChatModel
package import Foundation
import MezonProtocol
package import Storage

/// Removes texts whose retention period has ended. Events, times, users and rules stay recorded.
package struct RetentionSweep: Sendable {
    private let reader: JournalReader
    /// The stores to change; nil for a dry run.
    private let keeping: (store: Store, archive: Archive)?
    private let policy: RetentionPolicy
    private let pageLength = 50  // Entries of one commit: a few milliseconds of the writer's time.

    package init(store: Store, archive: Archive, policy: RetentionPolicy) {
        reader = store.reader
        keeping = (store, archive)
        self.policy = policy
    }

    /// Computes the result of a sweep of a data directory without changing it. An application may be running with it.
    ///
    /// - Throws: `StorageError`.
    package static func plan(
        _ policy: RetentionPolicy, in folder: String, cipher: ValueCipher?, at now: Date
    ) async throws -> RetentionReport {
        try await RetentionSweep(reader: try StoreOpener.reader(of: folder, cipher: cipher), policy: policy).run(at: now)
    }

    private init(reader: JournalReader, policy: RetentionPolicy) {
        self.reader = reader
        keeping = nil
        self.policy = policy
    }

    package func run(at now: Date) async throws -> RetentionReport {
        var report = RetentionReport()
        try await keeping?.store.state.deleteCheckpoints(before: now - policy.checkpointPeriod)
        let isSame = try await reader.sweepCheckpoint(Self.policyMark) == policy.fingerprint
        if !isSame, let store = keeping?.store {
            try await store.redactions.resetSweeps()
            try await store.redactions.setSweepCheckpoint(Self.policyMark, to: policy.fingerprint)
        }
        for share in policy.groups {
            try await sweep(share, from: isSame ? try await reader.sweepCheckpoint(share.name) : 0, at: now, &report)
        }
        if let evidence = policy.evidence { report.cases = try await sweepEvidence(before: now - evidence) }
        return report
    }

    private static let policyMark = "policy"

    private func sweepEvidence(before date: Date) async throws -> Int {
        let bare: @Sendable (String) -> String = { text in Evidence.emptied(text) { _ in true } }
        var position: Int64 = 0
        var count = 0
        while true {
            let rows = try await reader.evidence(before: date, after: position)
            guard let last = rows.last else { return count }
            position = last.id
            let full = rows.filter { bare($0.text) != $0.text }
            count += full.count
            try await keeping?.store.redactions.replaceEvidence(full.map { ($0.id, $0.text, bare($0.text)) })
        }
    }

    private func sweep(
        _ share: RetentionPolicy.ChannelGroup, from mark: Int64, at now: Date, _ report: inout RetentionReport
    ) async throws {
        let end = now - share.period
        let turned = try await reader.turnsThrough()
        var position = mark
        while true {
            try Task.checkCancellation()
            let entries = try await reader.entries(after: position, limit: pageLength)
            // Entries without a turn have yet to be processed.
            let due = entries.prefix { $0.receivedAt < end && $0.sequence <= turned }
            guard let last = due.last else { return }
            let gone = try await reader.redactions(after: position, through: last.sequence)
            var emptyings: [Redaction] = []
            // An erasure leaves the texts of other users in the entries that named the erased one.
            for entry in due where share.contains(entry.channel) && gone[entry.sequence] != .retention {
                switch share.kind {
                case .messages: if let emptying = try await emptying(entry, &report) { emptyings.append(emptying) }
                case .traces where gone[entry.sequence] == nil:
                    guard let line = try await reader.line(entry.sequence) else { continue }
                    guard line.trace?.steps.contains(where: { !$0.why.isEmpty }) == true else { continue }
                    report.traces += 1
                    emptyings.append(Redaction(entry.sequence, reason: .trace))
                case .traces: continue
                }
            }
            position = last.sequence
            guard let (store, archive) = keeping else { continue }
            try await store.redactions.redact(emptyings)
            if share.kind == .messages {
                try await archive.rewrite(emptyings.map(\.sequence)) { _ in "" }
            }
            try await store.redactions.setSweepCheckpoint(share.name, to: position)
        }
    }

    /// Returns nil if neither the entry nor its deliveries contain text.
    private func emptying(_ entry: Entry, _ report: inout RetentionReport) async throws -> Redaction? {
        let frame = FrameRedactor.redacted(entry.frame)
        let settled = try await reader.deliveries(causedBy: entry.sequence).filter { $0.status.rawValue >= 2 }
        let payloads = Dictionary(settled.map { ($0.id, $0.emptiedPayload) }, uniquingKeysWith: { $1 })
        guard frame != entry.frame || settled.contains(where: { $0.payload != $0.emptiedPayload }) else { return nil }
        report.entries += 1
        report.deliveries += settled.count
        return Redaction(entry.sequence, frame: frame, payloads: payloads, clearsBotRecords: true, reason: .retention)
    }
}

extension Date {
    static func - (date: Date, period: Duration) -> Date { date.addingTimeInterval(-(period / .seconds(1))) }
}
