import Storage

/// Insertions of several rows by one statement: starting a statement costs a server as much as inserting a row.
extension PostgreSQLSession {
    private static let sizes = [64, 16, 4, 1]  // Each is a prepared statement; a number of rows is made up of few of them.

    func insert(
        _ insertion: SQLInsertion, rows: Int, _ bind: (_ index: Int, _ row: inout ArgumentBinder) -> Void,
        ended: (_ index: Int, _ id: Int64?) -> Void
    ) throws {
        let key = insertion.key.compactMap(insertion.columns.firstIndex(of:))
        let parts = Self.parts(of: rows)
        var keys: [[SQLValue]] = []
        let results = try connection.results(of: parts.count) { part in
            var arguments: [SQLValue] = []
            for index in parts[part] {
                var row = ArgumentBinder.values { bind(index, &$0) }
                try seal(&row, of: insertion)
                keys.append(key.map { row[$0] })
                arguments += row
            }
            return (text(of: insertion, rows: parts[part].count), arguments)
        }
        for (part, result) in zip(parts, results) {
            let isComplete = result.rowCount == part.count
            var rest = part
            // Inserted rows are returned in their order.
            try result.forEachRow { row in
                while let index = rest.popFirst() {
                    if isComplete || keys[index].indices.allSatisfy({ keys[index][$0] == row.value($0 + 1) }) {
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

    private func text(of insertion: SQLInsertion, rows: Int) -> String {
        if let known = insertions[insertion.sql]?[rows] { return known }
        let text = insertion.numberedSQL(rows: rows)
        insertions[insertion.sql, default: [:]][rows] = text
        return text
    }

    private static func parts(of rows: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var first = 0
        for size in sizes {
            while rows - first >= size {
                parts.append(first..<first + size)
                first += size
            }
        }
        return parts
    }
}
