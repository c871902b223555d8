@testable import RuleEngine

extension StateSource {
    /// Creates a source of given entries, of which the last one under a key counts. No change becomes durable.
    init(holding stored: [StoredStateEntry]) {
        var entries: [StateKey: [ExecutionMode: StoredStateEntry]] = [:]
        for entry in stored {
            if let write = entry.write { entries[write.key, default: [:]][write.mode] = entry }
        }
        self.init(
            entries: { [entries] kind, name, subject in
                guard let kind = StateKey.Kind(rawValue: kind) else { return [] }
                return Array((entries[StateKey(kind, name, subject)] ?? [:]).values)
            },
            durableTicket: { 0 })
    }
}
