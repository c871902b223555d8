import ChatModel
package import Foundation
import RuleEngine
package import Storage
import Synchronization

/// The position in the history at which a backtest begins.
package enum BacktestStart: Sendable, Hashable {
    /// After an entry, without rule state; after zero for the beginning of the journal.
    case entry(Int64)
    /// At a checkpoint, with the rule state as it was there. The former rules go on from it, as they did, and the changed ones take their
    /// place, as in a reload.
    case checkpoint(StateCheckpoint)

    /// The beginning of the journal.
    package static let beginning = BacktestStart.entry(0)

    /// Events before a checkpoint: more than any useful window holds.
    private static let maxCounted = 20_000

    /// Returns the newest checkpoint before a reported range, or else the beginning of the journal.
    ///
    /// - Parameters:
    ///   - since: The start of the range; nil for the beginning.
    ///   - maxEntries: The maximum number of entries to read, the newest ones; nil for no limit.
    package static func latest(
        before since: Date?, in reader: JournalReader, maxEntries: Int64? = nil
    ) async throws -> BacktestStart {
        var first: Int64 = 0
        if let maxEntries { first = max(0, try await reader.lastSequence() - maxEntries) }
        guard let since, var checkpoint = try await reader.stateCheckpoint(through: since) else { return .entry(first) }
        if checkpoint.sequence < first {
            guard let later = try await reader.stateCheckpoint(from: first) else { return .entry(first) }
            checkpoint = later
        }
        return .checkpoint(checkpoint)
    }

    /// The entry after which the backtest begins.
    var sequence: Int64 {
        switch self {
        case .entry(let sequence): sequence
        case .checkpoint(let checkpoint): checkpoint.sequence
        }
    }

    var checkpoint: StateCheckpoint? { if case .checkpoint(let checkpoint) = self { checkpoint } else { nil } }

    /// The entry after which the history is read: before a checkpoint, the events that windows of the rules still count.
    func firstEntry(read reader: JournalReader, for sets: [RuleSet]) async throws -> Int64 {
        switch self {
        case .entry(let sequence): return sequence
        case .checkpoint(let checkpoint):
            guard let length = sets.compactMap(\.lookback).max() else { return checkpoint.sequence }
            return try await reader.sequence(before: checkpoint, covering: length, limit: Self.maxCounted)
        }
    }
}

/// The rule state as it was at a checkpoint.
final class CheckpointState: Sendable {
    private let reader: JournalReader
    private let checkpoint: StateCheckpoint
    private let failure = Mutex<(any Error)?>(nil)

    init(_ reader: JournalReader, at checkpoint: StateCheckpoint) {
        self.reader = reader
        self.checkpoint = checkpoint
    }

    var source: StateSource {
        StateSource(unchanging: { [self] kind, name, subject in
            do {
                return try reader.ruleState(ofKind: kind, named: name, about: subject, at: checkpoint).map {
                    StoredStateEntry($0)
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
                return nil
            }
        })
    }

    /// - Throws: The first error of a read, without which decisions may be different.
    func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

extension DecisionHistory {
    /// Counts the events before a checkpoint, about which nothing is decided.
    ///
    /// - Parameter continues: Receives the sequence of each entry, and returns false to end.
    /// - Returns: The first item behind it.
    mutating func count(
        through checkpoint: StateCheckpoint, in replayers: [DecisionReplayer], _ reader: JournalReader,
        while continues: (Int64) throws -> Bool
    ) async throws -> Item? {
        var entries: [Entry] = []
        while let item = try await next() {
            guard case .decided(let decided) = item, !decided.isRetrial else { continue }
            if case .lost = decided.status { continue }
            let isBefore =
                decided.ticket > 0 ? decided.ticket <= checkpoint.ticket : decided.entry.sequence <= checkpoint.sequence
            if isBefore { entries.append(decided.entry) }
            let goesOn = try continues(decided.entry.sequence)
            guard !isBefore || !goesOn || entries.count >= Self.countedAtOnce else { continue }
            for replayer in replayers { try await replayer.rebuild(from: entries, reader) }
            entries = []
            if !isBefore || !goesOn { return item }
        }
        for replayer in replayers { try await replayer.rebuild(from: entries, reader) }
        return nil
    }

    private static let countedAtOnce = 2048
}
