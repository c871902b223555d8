/// The differences between the database systems that statements cannot avoid.
package enum SQLDialect {
    case sqlite
    case postgreSQL

    /// SQL that makes a query use an index of the table that it follows. PostgreSQL decides by itself.
    func index(_ name: String) -> String {
        switch self {
        case .sqlite: "INDEXED BY \(name)"
        case .postgreSQL: ""
        }
    }

    /// SQL for a key behind all others of a table whose column `id` the database numbers.
    func nextKey(of table: String) -> String {
        switch self {
        case .sqlite: "(SELECT max(id) + 1 FROM \(table))"
        case .postgreSQL: "nextval(pg_get_serial_sequence('\(table)', 'id'))"
        }
    }
}
