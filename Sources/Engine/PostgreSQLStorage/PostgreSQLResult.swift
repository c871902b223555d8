import CLibPQ
import Storage

/// The result of a statement.
final class PostgreSQLResult {
    let pointer: OpaquePointer

    /// - Parameter pointer: The result, which is freed with this object.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    /// The number of rows that the statement has inserted, changed or deleted.
    var changeCount: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }  // Empty for statements that change nothing.

    /// The tag of the command, such as `COMMIT`.
    var tag: String { String(cString: PQcmdStatus(pointer)) }

    var rowCount: Int { Int(PQntuples(pointer)) }

    /// Passes the rows on until `body` returns false.
    ///
    /// - Parameter convert: Returns the values of a row from those that the server has sent.
    func forEachRow(_ convert: ([SQLValue]) throws -> [SQLValue] = { $0 }, _ body: (SQLRow) throws -> Bool) throws {
        let columns = PQnfields(pointer)
        for row in 0..<PQntuples(pointer) {
            let values = try convert((0..<columns).map { try SQLValue(of: pointer, row, $0) })
            guard try SQLRow.read(values, body) else { return }
        }
    }
}
