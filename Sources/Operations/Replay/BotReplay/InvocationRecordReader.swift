import BotKit
import Foundation
import Storage

/// Reads the records of bots page by page in the order of their decisions.
struct InvocationRecordReader {
    /// A record, as far as this build can read it.
    struct Item {
        var name: InvocationRecord.Name
        var bot: String
        private let row: InvocationRow
        /// The state changes, decoded even if the rest is unreadable, because later records depend on them.
        var writes: [InvocationRecord.Write]
        /// A Boolean value that indicates whether the entry has a turn that invoked bots.
        var hasTurn: Bool

        fileprivate init(_ row: InvocationRow, hasTurn: Bool) {
            self.row = row
            name = InvocationRecord.Name(sequence: row.sequence, author: row.author)
            bot = row.bot
            writes = (try? InvocationRecord.value(row.writes)) ?? []
            self.hasTurn = hasTurn
        }

        /// The record, which is decoded each time; nil if this build cannot read it.
        var record: InvocationRecord? { InvocationRecord(row) }
        /// A Boolean value that is false if the results certainly contain no action on a member.
        var mayConcernMembers: Bool { row.results.contains("\"member\"") }
        /// A Boolean value that indicates whether the record has neither results, reads nor changes of state.
        var isEmpty: Bool { [row.results, row.reads, row.writes].allSatisfy { $0 == "[]" } }
    }

    private static let length = 256  // Records of a page: a few hundred kilobytes with large states.

    private let reader: JournalReader
    private var items: ArraySlice<Item> = []
    private var number: Int64 = 0
    private var isLast = false

    init(_ reader: JournalReader) { self.reader = reader }

    /// The next record; nil at the end.
    mutating func first() async throws -> Item? {
        if items.isEmpty, !isLast {
            let page = try await reader.botRecords(after: number, limit: Self.length)
            isLast = page.count < Self.length
            number = page.last?.number ?? number
            items = page.map { Item($0.row, hasTurn: $0.hasTurn) }[...]
        }
        return items.first
    }

    mutating func removeFirst() { items.removeFirst() }
}

extension InvocationRecord {
    /// Decodes a record. Returns nil if this build cannot read it.
    init?(_ row: InvocationRow) {
        do {
            self.init(
                name: Name(sequence: row.sequence, author: row.author), bot: row.bot,
                results: try Self.value(row.results), reads: try Self.value(row.reads),
                writes: try Self.value(row.writes))
        } catch {
            return nil
        }
    }

    fileprivate static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
