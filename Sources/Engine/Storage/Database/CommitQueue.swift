/// The writes that wait for their transaction and those of the running one, in order.
///
/// While a transaction is running, the entries of a later write can be decided if the sequences are known that they will get: every write ahead
/// of it either is prepared itself, or appends a known number of entries and decides none.
struct CommitQueue {
    private(set) var waiting: [QueuedWrite] = []
    private(set) var running: [QueuedWrite] = []
    /// The newest sequence before the running writes.
    private var base: Int64

    /// - Parameter sequence: The newest sequence.
    init(after sequence: Int64) { base = sequence }

    /// Adds writes behind all others.
    mutating func add(_ writes: [QueuedWrite]) { waiting += writes }

    /// Returns the first write to prepare, with the sequence after which its entries begin; nil if there is none, or if a write ahead of it
    /// has to be performed first.
    func nextToPrepare() -> (write: QueuedWrite, after: Int64)? {
        var sequence = base
        for writes in [running, waiting] {
            for write in writes {
                if let end = write.decisions.end {
                    sequence = end
                } else if write.isUnprepared {
                    return (write, sequence)
                } else if let limit = write.appendLimit {
                    sequence += Int64(limit)
                } else {
                    return nil
                }
            }
        }
        return nil
    }

    /// The next step of the writer.
    enum Step {
        /// Prepares a write, or waits until that is done. It is the first of the next batch that needs it.
        case prepare(QueuedWrite, after: Int64)
        case perform([QueuedWrite])
    }

    /// Returns the writer's next step. `perform` begins a batch.
    ///
    /// - Parameters:
    ///   - sequence: The newest sequence.
    ///   - maxWrites: The number of writes of a batch.
    ///   - maxEntries: The number of entries of a batch of several writes.
    mutating func next(after sequence: Int64, maxWrites: Int, maxEntries: Int) -> Step {
        base = sequence
        var (count, entries) = (0, 0)
        for write in waiting.prefix(maxWrites) {
            entries += write.entries
            if count > 0, entries > maxEntries { break }
            if write.isUnprepared {
                if let next = nextToPrepare(), next.write.id == write.id {
                    // The entries of a prepared write need not wait for those of the next one.
                    if waiting.prefix(count).contains(where: { $0.prepare != nil }) { break }
                    return .prepare(write, after: next.after)
                }
                write.decisions.decline()
            }
            count += 1
        }
        running = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        return .perform(running)
    }

    /// Ends a batch.
    mutating func end(after sequence: Int64) {
        running = []
        base = sequence
    }

    /// Puts the writes of a batch that the disk did not accept back in front of the others. Earlier ones may have been accepted.
    ///
    /// - Parameter sequence: The newest sequence that the batch has used.
    mutating func postpone(_ writes: [QueuedWrite], after sequence: Int64) {
        waiting.insert(contentsOf: writes, at: 0)
        end(after: sequence)
    }

    /// Removes the first waiting writes, whose transaction has turned out to be durable. Returns them.
    mutating func takeDurable(_ count: Int, after sequence: Int64) -> [QueuedWrite] {
        let writes = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        end(after: sequence)
        return writes
    }

    /// Gives up the waiting writes of cancelled callers. Returns them.
    ///
    /// - Parameter open: The number of the first writes whose transaction may be durable. They keep their places.
    mutating func giveUp(_ abandoned: Set<Int>, open: Int = 0) -> [QueuedWrite] {
        let writes = waiting.filter { abandoned.contains($0.id) }
        let kept = Set(waiting.prefix(open).map(\.id))
        waiting.removeAll { abandoned.contains($0.id) && !$0.decisions.hasTurns && !kept.contains($0.id) }
        // Decisions that were made with the write have changed the rule state that later decisions saw: it keeps its place in the
        // queue, and only its caller is released.
        for index in waiting.indices where abandoned.contains(waiting[index].id) { waiting[index].finish = { _ in } }
        return writes
    }
}
