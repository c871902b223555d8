package import ChatModel
import Foundation
import GRDB

/// The search of bots.
extension Archive {
    private static let maxMatches = 20_000  // Of a word in all channels, the newest: bounds the time.
    private static let maxCandidates = 500  // Of a word in the channels searched: their texts are read.

    /// Returns the current versions of messages that contain any of the words, the best matches first. Messages of the last one or two
    /// seconds may be missing.
    ///
    /// - Throws: `SearchError`, `StorageError`, errors of the database.
    package func search(_ query: SearchQuery, in channels: Set<ChannelID>, limit: Int) async throws -> [FoundMessage] {
        guard !query.parts.isEmpty, !channels.isEmpty else { return [] }
        let places = "[\(channels.sorted().map { "\($0.rawValue)" }.joined(separator: ","))]"
        return try await database.read { [cipher] database in
            let index = try FullTextIndex(cipher, in: database)
            let tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
            let words = try query.parts.map { Set(try tokenizer.tokenize(query: $0.words).map(\.token)) }
            var ranking = SearchRanking(words: words.count)
            var known: Set<Int64> = []
            // Each word has candidates of its own, so that a rare word is found however many messages have the frequent ones.
            for part in query.parts {
                let rows = try Row.fetchCursor(
                    database, sql: Self.candidates,
                    arguments: [try index.pattern(of: SearchQuery(part)), Self.maxMatches, places, Self.maxCandidates])
                while let row = try rows.next() {
                    guard known.insert(row[0]).inserted else { continue }
                    let text = SearchText.folded(row[1])
                    let tokens = Set(try tokenizer.tokenize(document: text).map(\.token))
                    ranking.add(row[0]) { words[$0].isSubset(of: tokens) }
                }
            }
            return try ranking.best(limit).compactMap { sequence in
                try Row.fetchOne(database, sql: Self.message, arguments: [sequence]).map(FoundMessage.init)
            }
        }
    }

    /// A later version, or the deletion, makes a version one that nobody can read now.
    private static let candidates = """
        SELECT message_version.sequence, \(EncryptedColumn.text.opened(of: "message_version"))
        FROM (
            SELECT rowid AS found FROM message_text_index WHERE message_text_index MATCH ? ORDER BY rowid DESC LIMIT ?
        ) JOIN message_version ON message_version.sequence = found
        WHERE message_version.channel IN (SELECT value FROM json_each(?)) AND message_version.change <> 'deleted'
            AND NOT EXISTS (
                SELECT 1 FROM message_version AS later WHERE later.message = message_version.message
                    AND later.channel = message_version.channel AND later.sequence > message_version.sequence)
        ORDER BY message_version.sequence DESC LIMIT ?
        """

    private static let message = "SELECT \(ArchiveTable.columns) FROM message_version WHERE sequence = ?"
}

extension FoundMessage {
    fileprivate init(_ row: Row) {
        self.init(
            id: MessageID(row[2] as Int64), channel: ChannelID(row[1] as Int64), clan: ClanID(row[3] as Int64),
            author: UserID(row[4] as Int64), authorName: row[5], text: row[7], at: Date(milliseconds: row[8]))
    }
}
