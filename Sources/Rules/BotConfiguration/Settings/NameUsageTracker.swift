import Synchronization

/// The set of names that were used, shared by all copies of a registry or catalog.
final class NameUsageTracker: Sendable {
    private let names = Mutex<Set<String>>([])

    func add(_ name: String) { _ = names.withLock { $0.insert(name) } }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
