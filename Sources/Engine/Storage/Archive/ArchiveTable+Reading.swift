import ChatModel
import Foundation

/// Reading queries over the last version of each message.
extension ArchiveTable {
    /// Returns the newest messages first, without deleted ones, and only those before `message` unless that is zero.
    static func messages(
        in channel: ChannelID, before message: MessageID, limit: Int, _ database: any SQLSession
    ) throws -> [StoredMessage] {
        let sql = """
            SELECT message, author, \(EncryptedColumn.authorName.opened(of: "last")), change,
                \(EncryptedColumn.text.opened(of: "last")), at
            FROM message_version AS last
            WHERE channel = ? AND message < ? AND change <> 'deleted' AND NOT EXISTS (
                SELECT 1 FROM message_version AS later WHERE later.message = last.message AND later.channel = last.channel
                    AND later.sequence > last.sequence)
            ORDER BY message DESC LIMIT ?
            """
        let before = message.isNone ? Int64.max : message.rawValue
        return try database.rows(sql, [channel.rawValue, before, limit]) { row in
            let id = MessageID(row[0] as Int64)
            let isEdited = row[3] as String == "edited"
            let at = Date(milliseconds: row[5])
            return StoredMessage(
                id: id, author: UserID(row[1] as Int64), authorName: row[2], text: row[4],
                saidAt: isEdited ? Snowflake.date(of: id) : at, editedAt: isEdited ? at : nil)
        }
    }

    /// Counts back from the newest message, so that the cost of a long channel is bounded by the result.
    static func unread(in channel: ChannelID, by user: UserID, limit: Int, _ database: any SQLSession) throws -> Int {
        let sql = """
            SELECT max(change = 'deleted'), max(CASE WHEN change <> 'deleted' THEN author END)
            FROM message_version WHERE channel = ? GROUP BY message ORDER BY message DESC
            """
        var count = 0
        try database.forEachRow(sql, [channel.rawValue]) { row in
            if row[1] as Int64? == user.rawValue { return false }
            if !(row[0] as Bool) { count += 1 }
            return count < limit
        }
        return count
    }
}
