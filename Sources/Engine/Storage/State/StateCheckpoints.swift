import ChatModel
import Foundation
import Synchronization

/// Makes a checkpoint of the rule state before the first change of each day (UTC), and keeps the values that change after it.
final class StateCheckpoints: Sendable {
    private struct State {
        /// The newest checkpoint; nil if it has not been read yet, or if there is none.
        var newest: StateCheckpoint?
        /// Keys of which a value is kept under the newest checkpoint, for those that change often.
        var kept: Set<RuleStateRow.Key> = []
        /// The checkpoint that the current transaction makes, and the keys of which it keeps values.
        var newestNow: StateCheckpoint?
        var keptNow: [RuleStateRow.Key] = []
    }

    private static let day = 86_400.0  // Seconds.
    private static let maxKept = 10_000  // About a megabyte. Other keys are looked up with each change.

    private let time: any TimeSource
    private let state = Mutex(State())

    init(time: any TimeSource) { self.time = time }

    func transactionDidBegin() { state.withLock { ($0.newestNow, $0.keptNow) = (nil, []) } }

    /// Keeps the values of keys that are about to change.
    ///
    /// - Parameters:
    ///   - ticket: The first decision that changes them.
    ///   - sequence: The entry of that decision.
    func keep(
        _ keys: some Collection<RuleStateRow.Key>, before ticket: Int64, of sequence: Int64, in database: any SQLSession
    ) throws {
        guard !keys.isEmpty else { return }
        let checkpoint = try checkpoint(before: ticket, of: sequence, in: database)
        let changing = state.withLock { state in
            state.newestNow == nil ? keys.filter { !state.kept.contains($0) } : Array(keys)
        }
        for key in changing { try StateCheckpointTable.keep(key, under: checkpoint.ticket, in: database) }
        state.withLock { $0.keptNow += changing }
    }

    /// Keeps the values of keys that are about to be deleted, if there is a checkpoint.
    static func keep(_ keys: [RuleStateRow.Key], in database: any SQLSession) throws {
        guard let newest = try StateCheckpointTable.newest(in: database) else { return }
        for key in keys { try StateCheckpointTable.keep(key, under: newest.ticket, in: database) }
    }

    func transactionDidCommit() {
        state.withLock { state in
            if let newest = state.newestNow { (state.newest, state.kept) = (newest, []) }
            for key in state.keptNow where state.kept.count < Self.maxKept { state.kept.insert(key) }
            (state.newestNow, state.keptNow) = (nil, [])
        }
    }

    /// Forgets what is known of the checkpoints, of which some have been deleted.
    func reset() { state.withLock { $0 = State() } }

    /// The newest checkpoint, which is made if it is of another day. By a clock that was wrong, that may be a later one.
    private func checkpoint(before ticket: Int64, of sequence: Int64, in database: any SQLSession) throws -> StateCheckpoint {
        let now = time.now
        if let newest = try state.withLock({ $0.newestNow ?? $0.newest }) ?? StateCheckpointTable.newest(in: database),
            Self.number(of: newest.at) == Self.number(of: now)
        {
            state.withLock { if $0.newestNow == nil { $0.newest = newest } }
            return newest
        }
        let checkpoint = StateCheckpoint(ticket: ticket - 1, sequence: sequence - 1, at: now)
        try StateCheckpointTable.insert(checkpoint, into: database)
        state.withLock { $0.newestNow = checkpoint }
        return checkpoint
    }

    /// The number of days since 1970.
    private static func number(of date: Date) -> Double { (date.timeIntervalSince1970 / day).rounded(.down) }
}
