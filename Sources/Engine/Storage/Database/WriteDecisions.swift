import Synchronization

/// The sequences and turns of a write's entries, from its preparation or its first run.
///
/// A decision changes the rule state in memory, so it must not be made again. When the disk refuses a transaction, its writes run again with
/// the same sequences and turns.
final class WriteDecisions: Sendable {
    enum Preparation: Hashable {
        case none
        /// The entries were decided before the transaction. They and the events that their turns cause have the sequences up to `end`.
        case prepared(end: Int64)
        /// The entries are decided in the transaction.
        case declined
    }

    private struct State {
        var firstSequence: Int64?
        var turns: [Int64: Turn] = [:]
        var preparation = Preparation.none
    }

    private let state = Mutex(State())

    var preparation: Preparation { state.withLock { $0.preparation } }

    /// The last sequence of a prepared write; nil if it is not prepared.
    var end: Int64? { if case .prepared(let end) = preparation { end } else { nil } }

    /// Records that the entries after a sequence were decided before the transaction.
    func prepared(after sequence: Int64, through end: Int64) {
        state.withLock { ($0.firstSequence, $0.preparation) = (sequence, .prepared(end: end)) }
    }

    /// Leaves the decisions to the transaction.
    func decline() { state.withLock { $0.preparation = .declined } }

    /// Returns the sequence after which the write's own entries begin: that of its preparation or first run.
    func firstSequence(orElse current: Int64) -> Int64 {
        state.withLock { state in
            let first = state.firstSequence ?? current
            state.firstSequence = first
            return first
        }
    }

    /// A Boolean value that indicates whether entries were decided.
    var hasTurns: Bool { state.withLock { !$0.turns.isEmpty } }

    /// The first ticket of the turns; nil if no rules took part in them.
    var firstTicket: Int64? { state.withLock { $0.turns.values.lazy.map(\.ticket).filter { $0 > 0 }.min() } }

    /// The turn of an entry that was decided before it was durable.
    func turn(of sequence: Int64) -> Turn? { state.withLock { $0.turns[sequence] } }

    func keep(_ turn: Turn) { state.withLock { $0.turns[turn.sequence] = turn } }
}
