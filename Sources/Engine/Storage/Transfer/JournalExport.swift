package import ChatModel
package import Foundation

/// Writes the journal and its outcomes as JSON Lines, which another data directory can import and replay.
///
/// The file consists of a header; the rows of independent tables, one per line; the entries, one per line; the files that bots
/// received; and an end marker, which reveals a truncated file. Exports of the same journal are identical.
package struct JournalExport: Sendable {
    package static let version: Int64 = 2

    /// The criteria of exported entries. A nil property does not restrict them.
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
    /// Describes an entry for readers of the file. The import ignores the description.
    private let describe: @Sendable (Entry) -> [String: JSONValue]

    package init(
        _ reader: JournalReader, _ filter: Filter = Filter(), describe: @escaping @Sendable (Entry) -> [String: JSONValue]
    ) {
        self.reader = reader
        self.filter = filter
        self.describe = describe
    }

    /// - Parameters:
    ///   - progress: Receives the number of the last entry written.
    ///   - write: Receives each line. All lines belong to one snapshot of the store.
    /// - Returns: The number of entries written.
    package func run(
        progress: (Int64) -> Void, write: (String) throws -> Void
    ) throws -> Int {
        try reader.database.readNow { database in
            var lines = 0
            func line(_ object: [String: JSONValue]) throws {
                try write(Self.text(object))
                lines += 1
            }
            try line(["header": try header(in: database)])
            for table in TransferTable.independentTables
            where filter.isAll
                || !["rule_state", "relay_copy", "external_message", "external_reaction", "bot_state"].contains(table.name)
            {
                try rows(of: table, in: database) { try line([table.name: $0]) }
            }
            var entries = 0
            var files: Set<String> = []
            try self.entries(in: database) { entry, object in
                entries += 1
                try line(object)
                for record in object["bot_invocation"]?.array ?? [] {
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

    private func header(in database: any SQLSession) throws -> JSONValue {
        var header: [String: JSONValue] = [
            "format": .string("mezon-bot journal"), "version": .integer(Self.version),
            "clans": .object(
                Dictionary(try DirectoryTable.clans(in: database).map { ("\($0.id)", .string($0.name)) }) { first, _ in first }),
        ]
        if let start = try ProcessStartTable.all(in: database).last { header["bot_user"] = .string("\(start.me)") }
        if let since = filter.since { header["since"] = .integer(since.milliseconds) }
        if let until = filter.until { header["until"] = .integer(until.milliseconds) }
        if let channels = filter.channels { header["channels"] = .array(channels.sorted().map { .string("\($0)") }) }
        return .object(header)
    }

    private func rows(of table: TransferTable, in database: any SQLSession, _ body: (JSONValue) throws -> Void) throws {
        // Only the directory observations of exported decisions are written.
        let condition =
            table.name == "directory_observation" && !filter.isAll
            ? """
            WHERE id IN (
                SELECT value FROM journal JOIN turn ON turn.sequence = journal.sequence,
                    json_each('[' || replace(turn.observations, ' ', ',') || ']')
                WHERE \(self.condition)
            )
            """ : ""
        let order = (1...table.columns.count).prefix(4).map(String.init).joined(separator: ", ")
        try database.forEachRow(
            "SELECT \(table.selection) FROM \(table.name) \(condition) ORDER BY \(order)", condition.isEmpty ? [] : arguments
        ) { row in
            try body(table.object(row))
            return true
        }
    }

    private func entries(in database: any SQLSession, _ body: (Entry, [String: JSONValue]) throws -> Void) throws {
        let (journal, others) = (TransferTable.ofEntry[0], TransferTable.ofEntry.dropFirst())
        let statements = others.map { table in
            let reference = "\(table.name).\(table.entry ?? "")"
            return (table, "SELECT \(table.selection) FROM \(table.name) WHERE \(reference) = ? ORDER BY 1")
        }
        try database.forEachRow(
            "SELECT \(journal.selection) FROM journal WHERE \(condition) ORDER BY sequence", arguments
        ) { row in
            try Task.checkCancellation()
            let entry = JournalTable.entry(row)
            var object = ["journal": journal.object(row)]
            let description = describe(entry)
            if !description.isEmpty { object["says"] = .object(description) }
            for (table, sql) in statements {
                let own = try database.rows(sql, [entry.sequence]) { table.object($0) }
                if !own.isEmpty { object[table.name] = .array(own) }
            }
            try body(entry, object)
            return true
        }
    }

    private var condition: String {
        var parts = ["TRUE"]
        if filter.since != nil { parts.append("journal.received_at >= ?") }
        if filter.until != nil { parts.append("journal.received_at < ?") }
        if let channels = filter.channels {
            parts.append("journal.channel IN (\(Array(repeating: "?", count: channels.count).joined(separator: ", ")))")
        }
        return parts.joined(separator: " AND ")
    }

    private var arguments: SQLArguments {
        var arguments: SQLArguments = []
        if let since = filter.since { arguments += [since.milliseconds] }
        if let until = filter.until { arguments += [until.milliseconds] }
        if let channels = filter.channels { arguments += SQLArguments(channels.sorted().map(\.rawValue)) }
        return arguments
    }

    private static func text(_ object: [String: JSONValue]) throws -> String {
        try JSONText.text(object)
    }

    /// The substrings of a record that may be file names.
    private static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        for run in text.utf8.split(whereSeparator: { !(48...57).contains($0) && !(97...102).contains($0) }) where run.count == 64
        {
            names.insert(String(decoding: run, as: UTF8.self))
        }
        return names
    }
}
