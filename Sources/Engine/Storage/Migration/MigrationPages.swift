/// The rows of a table in the order of their keys, in parts that need little memory.
struct MigrationPages {
    /// The number of rows of a part of large rows, and of one statement that inserts them.
    static let minRows = 64
    private static let maxRows = 1024
    private static let bytes = 1 << 20

    private let table: MigrationTable
    private var position: [SQLValue]?
    private var limit = minRows

    /// - Parameter position: The key behind which the rows begin; nil for all rows.
    init(_ table: MigrationTable, after position: [SQLValue]? = nil) {
        self.table = table
        self.position = position
    }

    /// The next rows; nil if there are no more.
    mutating func next(in session: any SQLSession) throws -> [[SQLValue]]? {
        var rows: [[SQLValue]] = []
        var size = 0
        try session.forEachRow(
            table.page(isContinued: position != nil), SQLArguments((position ?? []) + [.integer(Int64(limit))])
        ) { row in
            let values = (0..<row.count).map(row.value)
            size += values.reduce(0) { $0 + $1.bytes }
            rows.append(values)
            return size < 4 * Self.bytes
        }
        guard let last = rows.last else { return nil }
        position = table.key(of: last)
        // A server sends all rows of a query, so that the next ones are as many as fit if they are of the same size.
        if size > Self.bytes {
            limit = max(Self.minRows, limit / 2)
        } else if size < Self.bytes / 4 {
            limit = min(Self.maxRows, limit * 2)
        }
        return rows
    }
}

extension SQLValue {
    fileprivate var bytes: Int {
        switch self {
        case .null, .integer, .real: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
