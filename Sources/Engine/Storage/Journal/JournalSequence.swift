import Synchronization

/// The sequence of the newest entry, which the writer's thread changes.
final class JournalSequence: Sendable {
    private let sequence: Mutex<Int64>

    init(_ sequence: Int64) { self.sequence = Mutex(sequence) }

    var current: Int64 { sequence.withLock { $0 } }

    func set(_ new: Int64) { sequence.withLock { $0 = new } }
}
