import Storage

/// Statements for several rows, which a server executes once for all of them.
extension PostgreSQLSession {
    func run(_ statement: SQLRowStatement, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void) throws {
        let translated = try translated(statement)
        try forEachPart(of: rows, translated, bind) { count, arguments in
            try connection.execute(translated.text(rows: count), arguments)
        }
    }

    func insert(
        _ insertion: SQLInsertion, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void,
        ended: (_ index: Int, _ id: Int64?) -> Void
    ) throws {
        let translated = try translated(insertion.statement, returning: insertion.identifiers)
        var keys: [SQLValue] = []
        keys.reserveCapacity(rows * insertion.key.count)
        var counts: [Int] = []
        let results = try connection.results { execute in
            try forEachPart(of: rows, translated) { index, row in
                bind(index, &row)
                for position in insertion.key { keys.append(row.values[position]) }
            } _: { count, arguments in
                counts.append(count)
                try execute(translated.text(rows: count), arguments)
            }
        }
        var rest = 0..<0
        for (count, result) in zip(counts, results) {
            rest = rest.upperBound..<rest.upperBound + count
            let isComplete = result.rowCount == count
            // Inserted rows are returned in their order.
            try result.forEachRow { row in
                while let index = rest.popFirst() {
                    let key = keys[index * insertion.key.count..<(index + 1) * insertion.key.count]
                    if isComplete || zip(key, 1...).allSatisfy({ $0 == row.value($1) }) {
                        ended(index, row[0])
                        return true
                    }
                    ended(index, nil)
                }
                throw PostgreSQLError(state: "XX000", message: "the server returned a row that was not inserted")
            }
            for index in rest { ended(index, nil) }
        }
    }

    /// Passes the arguments of the rows on in a few parts, with the number of rows of each.
    private func forEachPart(
        of rows: Int, _ statement: PostgreSQLRowStatement,
        _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void,
        _ body: (_ count: Int, _ arguments: [SQLValue]) throws -> Void
    ) throws {
        var row = ArgumentBinder()
        var columns = PostgreSQLColumns(statement.arguments)
        for index in 0..<rows {
            bind(index, &row)
            try columns.append(statement.encrypted(row.values, with: ciphers.sealing))
            row.removeAll()
            if columns.isFull || index == rows - 1 { try body(columns.count, columns.take()) }
        }
    }

    private func translated(_ statement: SQLRowStatement, returning columns: [String] = []) throws -> PostgreSQLRowStatement {
        if let known = rowStatements[statement.sql] { return known }
        let translated = try PostgreSQLRowStatement(statement, returning: columns, isEncrypting: ciphers.sealing != nil)
        rowStatements[statement.sql] = translated
        return translated
    }
}
