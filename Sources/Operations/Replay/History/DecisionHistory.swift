import EventProcessing
import Storage

/// The decisions in their original order: starts of the application, decisions by ticket, and the entries in between for which
/// rules had nothing to decide. It is read page by page, with constant memory use, and each event is decoded once.
struct DecisionHistory {
    enum Item {
        case start(ProcessStart)
        case decided(JournalReader.Decided)
    }

    private struct Page {
        var items: ArraySlice<JournalReader.Decided> = []
        var isLast = false

        init() {}

        init(_ items: [JournalReader.Decided]) {
            self.items =
                items.map { item in
                    var item = item
                    item.entry.decoded = item.entry.event
                    return item
                }[...]
            isLast = items.count < DecisionHistory.length
        }
    }

    private static let length = 2048  // Decisions of a page: a few megabytes, at a low cost per read.

    private let reader: JournalReader
    private let readsOutcomes: Bool
    /// The directory observations of the decisions in memory.
    let observations: DirectoryObservationReader
    private var starts: ArraySlice<ProcessStart>
    private var decided = Page()
    private var undecided = Page()
    private var ticket: Int64 = 0
    private var sequence: Int64 = 0

    /// - Parameters:
    ///   - readsOutcomes: A Boolean value that indicates whether traces, deliveries, cases and records of bots are read.
    ///   - start: The entry after which the history begins.
    ///   - ticket: The last decision after which it begins, whatever was decided about the entries through `start`.
    init(
        _ reader: JournalReader, readsOutcomes: Bool = true, after start: Int64 = 0, notBehind ticket: Int64 = .max
    ) async throws {
        self.reader = reader
        self.readsOutcomes = readsOutcomes
        observations = DirectoryObservationReader(reader)
        starts = try await reader.starts()[...]
        sequence = start
        self.ticket = start > 0 ? min(ticket, try await reader.ticket(through: start)) : 0
    }

    /// The next start; nil if none is recorded.
    var first: ProcessStart? { starts.first }

    mutating func next() async throws -> Item? {
        if decided.items.isEmpty, !decided.isLast { try await readDecided() }
        if undecided.items.isEmpty, !undecided.isLast { try await readUndecided() }
        guard let (ticket, sequence) = decided.items.first.map({ ($0.ticket, $0.entry.sequence) }) else {
            return undecided.items.popFirst().map(Item.decided)
        }
        if let start = starts.first, start.firstTicket <= ticket {
            starts.removeFirst()
            return .start(start)
        }
        if let other = undecided.items.first?.entry.sequence, other < sequence {
            return undecided.items.popFirst().map(Item.decided)
        }
        return decided.items.popFirst().map(Item.decided)
    }

    /// Reads on after a ticket, also what has been decided since the end was reached.
    mutating func resume(after ticket: Int64) {
        self.ticket = ticket
        (decided, undecided) = (Page(), Page())
    }

    private mutating func readDecided() async throws {
        let items = try await reader.decided(after: ticket, limit: Self.length, withOutcomes: readsOutcomes)
        decided = Page(items)
        ticket = items.last?.ticket ?? ticket
        try await observations.fetch(for: items)
    }

    private mutating func readUndecided() async throws {
        let items = try await reader.undecided(after: sequence, limit: Self.length, withOutcomes: readsOutcomes)
        undecided = Page(items)
        sequence = items.last?.entry.sequence ?? sequence
    }
}
