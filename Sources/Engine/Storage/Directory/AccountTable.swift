import ChatModel

/// The kind of each account that the server has listed or that has joined: a person or an application.
enum AccountTable {
    /// `is_application` is null for an account whose kind the server has not reported yet.
    static let schema = """
        CREATE TABLE account (
            user INTEGER PRIMARY KEY,
            is_application INTEGER
        ) STRICT;
        """

    static func put(_ kind: AccountKind, of user: UserID, in database: any SQLSession) throws {
        let sql = """
            INSERT INTO account ("user", is_application) VALUES (?, ?)
            ON CONFLICT ("user") DO UPDATE SET is_application = excluded.is_application
            """
        try database.execute(sql, [user.rawValue, kind.isApplication])
    }

    static func kinds(in database: any SQLSession) throws -> [UserID: AccountKind] {
        let rows = try database.rows(#"SELECT "user", is_application FROM account"#) {
            (UserID($0[0] as Int64), AccountKind(isApplication: $0[1]))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }
}

/// The kind of an account, as far as the server has reported it.
package enum AccountKind: Sendable, Hashable {
    case unidentified, person, application

    init(isApplication: Bool?) {
        self = isApplication.map { $0 ? .application : .person } ?? .unidentified
    }

    var isApplication: Bool? {
        switch self {
        case .unidentified: nil
        case .person: false
        case .application: true
        }
    }
}
