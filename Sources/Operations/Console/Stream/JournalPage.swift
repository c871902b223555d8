import Storage

/// A page of the journal, newest first.
struct JournalPage: Sendable {
    static let rows = 100
    /// The entries that one request looks at, so that a filter without matches costs no more than a page.
    static let maxScanned = 5_000

    var lines: [JournalReader.Line] = []
    /// The entry before which the next page starts; nil at the beginning of the journal.
    var next: Int64?

    /// Creates an empty page.
    init() {}

    /// Reads the entries before a sequence.
    ///
    /// - Parameter before: The sequence; nil for the newest entries.
    init(before: Int64?, _ filter: JournalFilter, from reader: JournalReader) async throws {
        let last = try await reader.lastSequence()
        var bound = min(before.map { max(1, $0) } ?? last + 1, last + 1)
        var scanned = 0
        while bound > 1, lines.count < Self.rows, scanned < Self.maxScanned {
            let size = filter.isEmpty ? Self.rows : 500
            let start = max(0, bound - 1 - Int64(size))
            let found = try await reader.lines(after: start, limit: size).filter { $0.entry.sequence < bound }
            scanned += size
            for line in found.reversed() {
                guard let visible = filter.visible(line) else { continue }
                lines.append(visible)
                guard lines.count < Self.rows else { break }
            }
            bound = lines.count < Self.rows ? start + 1 : lines[lines.count - 1].entry.sequence
        }
        next = bound > 1 ? bound : nil
    }
}
