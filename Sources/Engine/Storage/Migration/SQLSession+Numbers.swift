/// The numbers that a database gives to the rows of tables whose column `id` it fills.
extension SQLSession {
    /// The highest number that a row of a table has had; nil if there was none.
    func lastNumber(of table: String) throws -> Int64? {
        let highest: Int64? = try value("SELECT max(id) FROM \(table)")
        let given: Int64?
        switch dialect {
        case .sqlite: given = try value("SELECT seq FROM sqlite_sequence WHERE name = ?", [table])
        case .postgreSQL: given = try value("SELECT pg_sequence_last_value(\(Self.sequence(of: table)))")
        }
        return [highest, given].compactMap { $0 }.max()
    }

    /// Makes the next number the one behind the last one. A table whose rows the database does not number stays as it is.
    func setLastNumber(of table: String, to last: Int64?) throws {
        guard let last, last > 0 else { return }
        switch dialect {
        case .sqlite:
            // Other tables take the number behind their highest one.
            let isNumbered: Bool? = try value(
                "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%')", [table])
            guard isNumbered == true else { return }
            try execute("DELETE FROM sqlite_sequence WHERE name = ?", [table])
            try execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, last])
        case .postgreSQL:
            let _: Int64? = try value("SELECT setval(\(Self.sequence(of: table)), ?)", [last])
        }
    }

    /// Null for a table whose rows the server does not number.
    private static func sequence(of table: String) -> String {
        "CAST(pg_get_serial_sequence('\(table)', 'id') AS regclass)"
    }
}

extension SQLDialect {
    /// The value as the database stores it: a text of PostgreSQL cannot contain U+0000.
    func storable(_ value: SQLValue) -> SQLValue {
        guard self == .postgreSQL, case .text(let text) = value, text.utf8.contains(0) else { return value }
        return .text(text.replacing("\0", with: "\u{FFFD}"))
    }
}
