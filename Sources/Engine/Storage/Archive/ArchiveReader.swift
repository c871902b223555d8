import ChatModel
import Foundation
import GRDB

/// A read-only view of the archive for commands that run beside the application. It takes no lock.
package struct ArchiveReader: Sendable {
    private let database: DatabaseQueue
    private let cipher: ValueCipher?

    /// - Throws: `StorageError.missing` if the file does not exist; `StorageError.olderSchema` if no application of this build
    ///   has opened it; `StorageError.sealed`, `StorageError.plain` or `StorageError.wrongKey` if its encryption differs from the
    ///   store's.
    package init(folder: String, cipher: ValueCipher? = nil) throws {
        let file = DataDirectory.archive(in: folder)
        self.cipher = cipher
        database = try DatabaseOpener.openToRead(file, as: DatabaseSchema.archive, cipher)
        guard try database.read(DatabaseSchema.archive.hasCompletedMigrations) else { throw StorageError.olderSchema(file: file) }
    }

    /// The last journal entry up to which all messages can be found.
    package func progress() async throws -> Int64 {
        try await database.read { database in
            let taken = try ArchiveTable.progress(in: database)
            let last = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM message_version") ?? 0
            let indexed = try FullTextIndex(cipher, in: database).progress()
            return indexed >= last ? taken : min(indexed, taken)
        }
    }

    /// Returns one page of matches, with each message at most once.
    package func page(_ search: MessageSearch) async throws -> SearchPage {
        try await database.read { database in
            var hits: [SearchHit] = []
            let pattern = try search.words.map { try FullTextIndex(cipher, in: database).pattern(of: $0) }
            let rows = try Row.fetchCursor(
                database, sql: "\(Self.select(search)) \(Self.order(search))", arguments: Self.arguments(search, pattern))
            // Rows are fetched in result order, so that a word found in half of all messages costs no more than a page.
            while hits.count <= search.limit, let row = try rows.next() {
                guard try !Self.hasLater(row, search, pattern, in: database) else { continue }
                hits.append(try Self.hit(row, in: database))
            }
            let page = Array(hits.prefix(search.limit))
            return SearchPage(hits: page, hasMore: hits.count > search.limit)
        }
    }

    private static func select(_ search: MessageSearch) -> String {
        let source =
            search.words == nil
            ? "message_version" : "message_text_index JOIN message_version ON message_version.sequence = message_text_index.rowid"
        return "SELECT \(ArchiveTable.columns) FROM \(source) WHERE \(condition(search))"
    }

    private static func order(_ search: MessageSearch) -> String {
        guard search.words != nil else { return "ORDER BY sequence DESC" }
        return search.order == .best
            ? "ORDER BY message_text_index.rank, message_version.sequence DESC" : "ORDER BY message_text_index.rowid DESC"
    }

    private static func condition(_ search: MessageSearch) -> String {
        var parts = ["message_version.change <> 'deleted'"]
        if search.words != nil { parts.append("message_text_index MATCH ?") }
        if search.before != nil {
            parts.append("\(search.words == nil ? "message_version.sequence" : "message_text_index.rowid") < ?")
        }
        if let channels = search.channels {
            parts.append("message_version.channel IN (\(databaseQuestionMarks(count: channels.count)))")
        }
        if search.author != nil { parts.append("message_version.author = ?") }
        if search.since != nil { parts.append("message_version.at >= ?") }
        if search.until != nil { parts.append("message_version.at < ?") }
        return parts.joined(separator: " AND ")
    }

    private static func arguments(_ search: MessageSearch, _ pattern: String?) -> StatementArguments {
        var arguments: StatementArguments = []
        if let pattern { arguments += [pattern] }
        if let before = search.before { arguments += [before] }
        if let channels = search.channels { arguments += StatementArguments(channels.sorted().map(\.rawValue)) }
        if let author = search.author { arguments += [author.rawValue] }
        if let since = search.since { arguments += [since.milliseconds] }
        if let until = search.until { arguments += [until.milliseconds] }
        return arguments
    }

    /// Returns whether a later version of the same message also matches and replaces this one.
    private static func hasLater(
        _ row: Row, _ search: MessageSearch, _ pattern: String?, in database: Database
    ) throws -> Bool {
        var search = search
        search.before = nil
        let later = "\(select(search)) AND message_version.message = ? AND message_version.sequence > ?"
        let arguments = arguments(search, pattern) + [row[2] as Int64, row[0] as Int64]
        // Most messages have one version; the index on messages rules out the others cheaply.
        let others = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM message_version WHERE message = ? AND sequence > ? AND change <> 'deleted')")
        guard try Bool.fetchOne(others, arguments: [row[2] as Int64, row[0] as Int64]) ?? false else { return false }
        return try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (\(later))"), arguments: arguments) ?? false
    }

    private static func hit(_ row: Row, in database: Database) throws -> SearchHit {
        let last = try String.fetchOne(
            database.cachedStatement(
                sql: "SELECT change FROM message_version WHERE message = ? AND sequence > ? ORDER BY sequence DESC LIMIT 1"),
            arguments: [row[2] as Int64, row[0] as Int64])
        return SearchHit(
            sequence: row[0], message: MessageID(row[2] as Int64), channel: ChannelID(row[1] as Int64),
            clan: ClanID(row[3] as Int64), author: UserID(row[4] as Int64), authorName: row[5], text: row[7],
            at: Date(milliseconds: row[8]), isEdit: row[6] == "edited", since: last.flatMap(SearchHit.LaterChange.init))
    }
}
