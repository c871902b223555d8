package import Foundation
import GRDB
package import MezonModel

/// Writes the journal with all that it came to as JSON Lines, so that another folder can take it in and replay it.
///
/// First a header; then what is told besides the entries, a row a line; the entries, each whole in a line of its own; the files
/// that bots were given; and an end, which tells a file that was cut off. The same journal makes the same bytes.
package struct JournalExport: Sendable {
    package static let version: Int64 = 1

    /// Which entries are meant; what is nil does not limit.
    package struct Filter: Sendable, Hashable {
        package var since: Date?
        package var until: Date?
        package var channels: Set<ChannelID>?

        package init(since: Date? = nil, until: Date? = nil, channels: Set<ChannelID>? = nil) {
            self.since = since
            self.until = until
            self.channels = channels
        }

        var isAll: Bool { since == nil && until == nil && channels == nil }
    }

    private let reader: JournalReader
    private let filter: Filter
    /// What an entry says, for people who read the file; nothing reads it back.
    private let says: @Sendable (Entry) -> [String: JSONValue]

    package init(_ reader: JournalReader, _ filter: Filter = Filter(), says: @escaping @Sendable (Entry) -> [String: JSONValue]) {
        self.reader = reader
        self.filter = filter
        self.says = says
    }

    /// - Parameters:
    ///   - progress: told how far it has come: the entry.
    ///   - write: given line after line, as they stand in one moment of the store.
    /// - Returns: how many entries were written.
    package func run(
        progress: (Int64) -> Void, write: (String) throws -> Void
    ) throws -> Int {
        try reader.database.read { database in
            var lines = 0
            func line(_ object: [String: JSONValue]) throws {
                try write(Self.text(object))
                lines += 1
            }
            try line(["header": try header(in: database)])
            for table in TransferTable.besides
            where filter.isAll || !["memo", "copy", "message_name", "reaction_name", "bot_state"].contains(table.name) {
                try rows(of: table, in: database) { try line([table.name: $0]) }
            }
            var entries = 0
            var files: Set<String> = []
            try self.entries(in: database) { entry, object in
                entries += 1
                try line(object)
                for record in object["bot_record"]?.array ?? [] {
                    for text in record.object?.values.compactMap(\.string) ?? [] { files.formUnion(Self.names(in: text)) }
                }
                progress(entry.sequence)
            }
            for name in files.sorted() {
                guard let bytes = try? reader.blobs.bytes(named: name) else { continue }
                try line(["file": .object(["name": .string(name), "bytes": .string(bytes.base64EncodedString())])])
            }
            try line(["end": .object(["lines": .integer(Int64(lines))])])
            return entries
        }
    }

    private func header(in database: Database) throws -> JSONValue {
        var header: [String: JSONValue] = [
            "format": .string("mezon-bot journal"), "version": .integer(Self.version),
            "clans": .object(
                Dictionary(try DirectoryTable.clans(in: database).map { ("\($0.id)", .string($0.name)) }) { first, _ in first }),
        ]
        if let start = try ProcessStartTable.all(in: database).last { header["house"] = .string("\(start.me)") }
        if let since = filter.since { header["since"] = .integer(since.milliseconds) }
        if let until = filter.until { header["until"] = .integer(until.milliseconds) }
        if let channels = filter.channels { header["channels"] = .array(channels.sorted().map { .string("\($0)") }) }
        return .object(header)
    }

    private func rows(of table: TransferTable, in database: Database, _ body: (JSONValue) throws -> Void) throws {
        // Of what decisions saw only what those saw that are written.
        let condition =
            table.name == "sighting" && !filter.isAll
            ? """
            WHERE id IN (
                SELECT value FROM journal JOIN turn ON turn.sequence = journal.sequence,
                    json_each('[' || replace(turn.sightings, ' ', ',') || ']')
                WHERE \(self.condition)
            )
            """ : ""
        let order = (1...table.columns.count).prefix(4).map(String.init).joined(separator: ", ")
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(table.selection) FROM \(table.name) \(condition) ORDER BY \(order)",
            arguments: condition.isEmpty ? [] : arguments)
        while let row = try rows.next() { try body(table.object(row)) }
    }

    private func entries(in database: Database, _ body: (Entry, [String: JSONValue]) throws -> Void) throws {
        let (journal, others) = (TransferTable.ofEntry[0], TransferTable.ofEntry.dropFirst())
        let statements = try others.map { table in
            let place = "\(table.name).\(table.entry ?? "")"
            return (
                table,
                try database.makeStatement(sql: "SELECT \(table.selection) FROM \(table.name) WHERE \(place) = ? ORDER BY 1")
            )
        }
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(journal.selection) FROM journal WHERE \(condition) ORDER BY sequence", arguments: arguments)
        while let row = try rows.next() {
            try Task.checkCancellation()
            let entry = JournalTable.entry(row)
            var object = ["journal": journal.object(row)]
            let says = says(entry)
            if !says.isEmpty { object["says"] = .object(says) }
            for (table, statement) in statements {
                let own = try Row.fetchAll(statement, arguments: [entry.sequence])
                if !own.isEmpty { object[table.name] = .array(own.map(table.object)) }
            }
            try body(entry, object)
        }
    }

    private var condition: String {
        var parts = ["TRUE"]
        if filter.since != nil { parts.append("journal.received_at >= ?") }
        if filter.until != nil { parts.append("journal.received_at < ?") }
        if let channels = filter.channels { parts.append("journal.channel IN (\(databaseQuestionMarks(count: channels.count)))") }
        return parts.joined(separator: " AND ")
    }

    private var arguments: StatementArguments {
        var arguments: StatementArguments = []
        if let since = filter.since { arguments += [since.milliseconds] }
        if let until = filter.until { arguments += [until.milliseconds] }
        if let channels = filter.channels { arguments += StatementArguments(channels.sorted().map(\.rawValue)) }
        return arguments
    }

    private static func text(_ object: [String: JSONValue]) throws -> String {
        try JSONText.text(object)
    }

    /// What may be the names of files in a record.
    private static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        for run in text.utf8.split(whereSeparator: { !(48...57).contains($0) && !(97...102).contains($0) }) where run.count == 64
        {
            names.insert(String(decoding: run, as: UTF8.self))
        }
        return names
    }
}
