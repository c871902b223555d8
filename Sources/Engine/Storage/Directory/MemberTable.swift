import ChatModel
import Foundation

/// The known members and roles of each clan, available after a restart before the server has listed them.
enum MemberTable {
    /// Lists of ids and permissions are stored space-separated in one column, because they are only read as a whole.
    static let schema = """
        CREATE TABLE member (
            clan INTEGER NOT NULL,
            user INTEGER NOT NULL,
            roles TEXT NOT NULL,
            joined_at INTEGER,
            PRIMARY KEY (clan, user)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE role (
            clan INTEGER NOT NULL,
            id INTEGER NOT NULL,
            title TEXT NOT NULL,
            permissions TEXT NOT NULL,
            is_everybodys INTEGER NOT NULL,
            PRIMARY KEY (clan, id)
        ) STRICT, WITHOUT ROWID;
        """

    static func put(_ member: Member, in database: any SQLSession) throws {
        try insert(member, in: database)
        try noteChange(in: database)
    }

    private static func insert(_ member: Member, in database: any SQLSession) throws {
        let sql = """
            INSERT INTO member (clan, "user", roles, joined_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (clan, "user") DO UPDATE SET roles = excluded.roles, joined_at = excluded.joined_at
            """
        try database.execute(
            sql,
            [
                member.clan.rawValue, member.user.rawValue, member.roles.map(\.description).joined(separator: " "),
                member.joinedAt?.milliseconds,
            ])
    }

    static func remove(_ user: UserID, of clan: ClanID, in database: any SQLSession) throws {
        try database.execute(#"DELETE FROM member WHERE clan = ? AND "user" = ?"#, [clan.rawValue, user.rawValue])
        try noteChange(in: database)
    }

    static func replace(_ members: [Member], of clan: ClanID, in database: any SQLSession) throws {
        try database.execute("DELETE FROM member WHERE clan = ?", [clan.rawValue])
        for member in members { try insert(member, in: database) }
        try noteChange(in: database)
    }

    /// Notifies observers: SQLite does not report changes of a table without row ids.
    private static func noteChange(in database: any SQLSession) throws { try database.noteChange(of: "member") }

    static func replace(_ roles: [Role], of clan: ClanID, in database: any SQLSession) throws {
        try database.execute("DELETE FROM role WHERE clan = ?", [clan.rawValue])
        for role in roles {
            try database.execute(
                """
                INSERT INTO role (clan, id, title, permissions, is_everyone)
                VALUES (?1, ?2, \(EncryptedColumn.roleTitle.sealed("?3", keys: ["?1", "?2"])), ?4, ?5)
                """,
                [
                    clan.rawValue, role.id.rawValue, role.title, role.permissions.sorted().joined(separator: " "),
                    role.isEveryone,
                ])
        }
    }

    static func members(in database: any SQLSession) throws -> [Member] {
        // The database of a reader beside the application may have an older schema.
        let kinds = try database.hasTable("account") ? AccountTable.kinds(in: database) : [:]
        return try database.rows(#"SELECT clan, "user", roles, joined_at FROM member ORDER BY clan, "user""#) { row in
            let user = UserID(row[1] as Int64)
            var member = Member(
                clan: ClanID(row[0] as Int64), user: user,
                roles: (row[2] as String).split(separator: " ").compactMap { RoleID($0) },
                joinedAt: (row[3] as Int64?).map(Date.init(milliseconds:)), isBot: kinds[user] == .application)
            member.isUnidentified = kinds[user] == .unidentified
            return member
        }
    }

    static func roles(in database: any SQLSession) throws -> [Role] {
        try database.rows(
            "SELECT clan, id, \(EncryptedColumn.roleTitle.opened), permissions, is_everyone FROM role ORDER BY clan, id"
        ) { row in
            Role(
                id: RoleID(row[1] as Int64), clan: ClanID(row[0] as Int64), title: row[2],
                permissions: Set((row[3] as String).split(separator: " ").map(String.init)), isEverybodys: row[4])
        }
    }
}
