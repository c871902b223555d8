import GRDB

@testable import Storage

/// The steps of the plans by which SQLite performs a query's statements.
func queryPlan(in database: Database, of query: (any SQLSession) throws -> Void) throws -> [String] {
    var statements: [String] = []
    database.trace { event in
        if case .statement(let statement) = event { statements.append(statement.expandedSQL) }
    }
    try query(SQLiteSession(database))
    database.trace(options: [])
    return try statements.flatMap { statement in
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(statement)").map { $0["detail"] as String }
    }
}
