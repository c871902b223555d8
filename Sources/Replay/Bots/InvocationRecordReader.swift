import BotKit
import Foundation
import Persistence

/// The records of bots in the order in which they decided, page by page.
struct InvocationRecordReader {
    /// A record, as far as this build can read it.
    struct Item {
        var name: InvocationRecord.Name
        var bot: String
        /// Nil for what this build cannot read.
        var record: InvocationRecord?
        /// What it changed; read even where the rest cannot be, because what comes after it stands on it.
        var writes: [InvocationRecord.Write]
        /// Whether a turn asks for it.
        var hasTurn: Bool
    }

    private static let length = 256  // Records of a page: a few hundred kilobytes where states are large.

    private let reader: JournalReader
    private var items: ArraySlice<Item> = []
    private var number: Int64 = 0
    private var isLast = false

    init(_ reader: JournalReader) { self.reader = reader }

    /// The next record; nil where there is none.
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

extension InvocationRecordReader.Item {
    fileprivate init(_ row: InvocationRow, hasTurn: Bool) {
        name = InvocationRecord.Name(sequence: row.sequence, author: row.author)
        bot = row.bot
        record = InvocationRecord(row)
        writes = (try? InvocationRecord.value(row.writes)) ?? []
        self.hasTurn = hasTurn
    }
}

extension InvocationRecord {
    /// Nil for what this build cannot read.
    init?(_ row: InvocationRow) {
        do {
            self.init(
                name: Name(sequence: row.sequence, author: row.author), bot: row.bot,
                contributions: try Self.value(row.contributions), readings: try Self.value(row.readings),
                writes: try Self.value(row.writes))
        } catch {
            return nil
        }
    }

    fileprivate static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
