import Storage

/// Reads the redaction reasons of entries in ranges, because decisions are nearly in the order of their entries.
final class RedactionReader {
    private let reader: JournalReader
    private var known: [Int64: RedactionReason] = [:]
    private var range: Range<Int64> = 0..<0

    private static let length: Int64 = 10_000  // Entries of a range: few enough for memory, enough for efficient reads.

    init(_ reader: JournalReader) { self.reader = reader }

    func reason(of sequence: Int64) async throws -> RedactionReason? {
        if !range.contains(sequence) {
            let start = max(0, sequence - Self.length / 10)
            known = try await reader.redactions(after: start - 1, through: start + Self.length - 1)
            range = start..<(start + Self.length)
        }
        return known[sequence]
    }
}
