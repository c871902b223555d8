import Synchronization

/// Remembers which names were asked for, over all copies of the names and whoever reads them.
final class NameUsageTracker: Sendable {
    private let names = Mutex<Set<String>>([])

    func add(_ name: String) { _ = names.withLock { $0.insert(name) } }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
