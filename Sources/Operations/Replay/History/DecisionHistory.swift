import Storage

/// The decisions in their original order: starts of the application, decisions by ticket, and the entries in between for which
/// rules had nothing to decide. It is read page by page, with constant memory use.
struct DecisionHistory {
    enum Item {
        case start(ProcessStart)
        case decided(JournalReader.Decided)
    }

    private struct Page {
        var items: ArraySlice<JournalReader.Decided> = []
        var isLast = false
    }

    private static let length = 512  // Decisions of a page: a few hundred kilobytes, at a low cost per read.

    private let reader: JournalReader
    /// The directory observations of the decisions in memory.
    let observations: DirectoryObservationReader
    private var starts: ArraySlice<ProcessStart>
    private var decided = Page()
    private var undecided = Page()
    private var ticket: Int64 = 0
    private var sequence: Int64 = 0

    init(_ reader: JournalReader) async throws {
        self.reader = reader
        observations = DirectoryObservationReader(reader)
        starts = try await reader.starts()[...]
    }

    /// The next start; nil if none is recorded.
    var first: ProcessStart? { starts.first }

    mutating func next() async throws -> Item? {
        if decided.items.isEmpty, !decided.isLast { try await readDecided() }
        if undecided.items.isEmpty, !undecided.isLast { try await readUndecided() }
        guard let coming = decided.items.first else { return undecided.items.popFirst().map(Item.decided) }
        if let start = starts.first, start.firstTicket <= coming.ticket {
            starts.removeFirst()
            return .start(start)
        }
        if let other = undecided.items.first, other.entry.sequence < coming.entry.sequence {
            undecided.items.removeFirst()
            return .decided(other)
        }
        decided.items.removeFirst()
        return .decided(coming)
    }

    private mutating func readDecided() async throws {
        let items = try await reader.decided(after: ticket, limit: Self.length)
        decided = Page(items: items[...], isLast: items.count < Self.length)
        ticket = items.last?.ticket ?? ticket
        try await observations.fetch(for: items)
    }

    private mutating func readUndecided() async throws {
        let items = try await reader.undecided(after: sequence, limit: Self.length)
        undecided = Page(items: items[...], isLast: items.count < Self.length)
        sequence = items.last?.entry.sequence ?? sequence
    }
}
