import Synchronization

/// The latest durable entries, kept in memory for a reader that follows the journal closely.
///
/// Bounded: if the reader falls behind, all are discarded, and it reads from the journal until it has caught up.
final class RecentEntries: Sendable {
    private struct State {
        var entries: [Entry] = []
        var bytes = 0
        var isFollowed = false
    }

    private let state = Mutex(State())
    private let maxEntries = 16_384
    private let maxBytes = 8 << 20  // Of frames; decoded, they take a few times as much.

    /// Begins to keep entries.
    func follow() { state.withLock { $0.isFollowed = true } }

    /// Adds entries, in order.
    func add(_ entries: [Entry]) {
        state.withLock { state in
            guard state.isFollowed else { return }
            let bytes = entries.reduce(0) { $0 + $1.frame.count }
            if state.entries.count + entries.count > maxEntries || state.bytes + bytes > maxBytes {
                (state.entries, state.bytes) = ([], 0)
                return
            }
            state.entries += entries
            state.bytes += bytes
        }
    }

    /// Discards the entries, because the journal has changed some of them.
    func discard() { state.withLock { ($0.entries, $0.bytes) = ([], 0) } }

    /// Takes all entries, if the first one follows a sequence; nil if others come in between.
    func take(after sequence: Int64) -> [Entry]? {
        state.withLock { state in
            let passed = state.entries.prefix { $0.sequence <= sequence }
            state.bytes -= passed.reduce(0) { $0 + $1.frame.count }
            state.entries.removeFirst(passed.count)
            guard let first = state.entries.first, first.sequence == sequence + 1 else { return nil }
            defer { (state.entries, state.bytes) = ([], 0) }
            return state.entries
        }
    }
}
