import ChatModel
import Foundation

/// The names of users in each clan, for events that identify a user by id only.
enum MemberNameTable {
    static let schema = """
        CREATE TABLE member_name (
            clan INTEGER NOT NULL,
            user INTEGER NOT NULL,
            names TEXT NOT NULL,
            PRIMARY KEY (clan, user)
        ) STRICT, WITHOUT ROWID;
        """

    /// The names stored in one row.
    private struct Names: Codable {
        var username: String
        var displayName: String?
        var clanNick: String?
    }

    static func put(_ author: Author, in clan: ClanID, _ database: any SQLSession) throws {
        let names = Names(
            username: author.username, displayName: author.displayName.isEmpty ? nil : author.displayName,
            clanNick: author.clanNick.isEmpty ? nil : author.clanNick)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let sql = """
            INSERT INTO member_name (clan, "user", names)
            VALUES (?1, ?2, \(EncryptedColumn.memberName.sealed("?3", keys: ["?1", "?2"])))
            ON CONFLICT (clan, "user") DO UPDATE SET names = excluded.names
            """
        try database.execute(
            sql,
            [
                clan.rawValue, author.id.rawValue, String(decoding: try encoder.encode(names), as: UTF8.self),
            ])
    }

    static func replace(_ authors: [Author], in clan: ClanID, _ database: any SQLSession) throws {
        try database.execute("DELETE FROM member_name WHERE clan = ?", [clan.rawValue])
        for author in authors { try put(author, in: clan, database) }
    }

    static func remove(_ user: UserID, in database: any SQLSession) throws {
        try database.execute(#"DELETE FROM member_name WHERE "user" = ?"#, [user.rawValue])
    }

    /// The stored names; empty for a file written by a build without this table. Undecodable rows are omitted.
    static func all(in database: any SQLSession) throws -> [(clan: ClanID, author: Author)] {
        guard try database.hasTable("member_name") else { return [] }
        return try database.rows("SELECT \(columns) FROM member_name ORDER BY clan, \"user\"") { named($0) }.compactMap(\.self)
    }

    /// The stored names of the members of a clan. Undecodable rows are omitted.
    static func members(of clan: ClanID, in database: any SQLSession) throws -> [Author] {
        let rows = try database.rows(
            """
            SELECT \(columns) FROM member_name WHERE clan = ?1
                AND EXISTS (SELECT 1 FROM member WHERE member.clan = ?1 AND member."user" = member_name."user")
            """, [clan.rawValue], named)
        return rows.compactMap { $0?.author }
    }

    private static let columns = #"clan, "user", \#(EncryptedColumn.memberName.opened)"#

    private static func named(_ row: SQLRow) -> (clan: ClanID, author: Author)? {
        guard let names = try? JSONDecoder().decode(Names.self, from: Data((row[2] as String).utf8)) else { return nil }
        return (
            ClanID(row[0] as Int64),
            Author(
                id: UserID(row[1] as Int64), username: names.username, displayName: names.displayName ?? "",
                clanNick: names.clanNick ?? "")
        )
    }
}
