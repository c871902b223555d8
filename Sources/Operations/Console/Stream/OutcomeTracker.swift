import ChatModel
import Storage

/// The recent entries whose outcome is not final, and the outcome last shown of each.
struct OutcomeTracker: Sendable {
    /// The entries that are looked at again; of more, the newest.
    static let maxEntries = 64

    private struct Outcome: Hashable {
        var steps: Int?
        var deliveries: [Delivery.Status]

        init(_ line: JournalReader.Line) {
            steps = line.trace?.steps.count
            deliveries = line.deliveries.map(\.status)
        }
    }

    private var shown: [Int64: Outcome] = [:]

    /// The sequences to look at again, in order.
    var sequences: [Int64] { shown.keys.sorted() }

    /// Records an entry as shown. It is kept while its outcome may change.
    mutating func note(_ line: JournalReader.Line) {
        let isFinal = (line.trace != nil || line.entry.isOwn) && line.deliveries.allSatisfy { $0.status.isFinal }
        shown[line.entry.sequence] = isFinal ? nil : Outcome(line)
        if shown.count > Self.maxEntries, let oldest = shown.keys.min() { shown[oldest] = nil }
    }

    /// Returns whether the outcome differs from the one last shown.
    func hasChanged(_ line: JournalReader.Line) -> Bool { shown[line.entry.sequence].map { $0 != Outcome(line) } ?? false }
}

extension Delivery.Status {
    fileprivate var isFinal: Bool {
        switch self {
        case .pending, .sending: false
        case .sent, .failed, .dead, .skipped, .damaged: true
        }
    }
}
