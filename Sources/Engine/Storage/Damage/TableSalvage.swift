import GRDB

/// Copies the rows of a damaged table that can be read to a new database.
///
/// The table is read from its beginning and from its end up to what cannot be read. In between, rows are looked for by their ids.
struct TableSalvage {
    private static let maxProbes = 4000  // Of some microseconds each; enough for each row of a few damaged pages.

    private let source: Database
    private let target: Database
    private let selection: String
    private let insertion: String
    private let table: String
    /// The columns of the primary key of a table without row ids.
    private let order: String?
    private(set) var report: SalvageReport.Table
    private var probes = 0

    /// - Parameters:
    ///   - source: The damaged database, of which the table is named `table`.
    ///   - target: The new database, whose tables are empty.
    init(_ table: String, from source: Database, to target: Database) throws {
        (self.source, self.target, self.table) = (source, target, table)
        report = SalvageReport.Table(name: table)
        let known = Set(try String.fetchAll(source, sql: "SELECT name FROM pragma_table_xinfo(?)", arguments: [table]))
        let wanted = try String.fetchAll(target, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [table])
        let columns = wanted.filter(known.contains).map { "\"\($0)\"" }
        let hasRowIDs = try !(Bool.fetchOne(target, sql: "SELECT wr FROM pragma_table_list(?)", arguments: [table]) ?? false)
        let keys = try String.fetchAll(
            target, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", arguments: [table])
        order = hasRowIDs ? nil : keys.map { "\"\($0)\"" }.joined(separator: ", ")
        let checksum = known.contains("checksum") ? ChecksummedTable(rawValue: table)?.isIntact(in: .sqlite) : nil
        selection = "SELECT \(hasRowIDs ? "rowid" : "0"), \(checksum ?? "1"), \(columns.joined(separator: ", ")) FROM \(table)"
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        insertion = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
        if columns.isEmpty { report.isCutShort = true }
    }

    /// Copies the rows. A row that cannot be read or inserted is reported.
    ///
    /// - Throws: The errors of the new database.
    mutating func run() throws {
        guard !report.isCutShort else { return }
        if let order { return try runWithoutRowIDs(order) }
        let first = try read("", [], isDescending: false)
        guard first.isInterrupted else { return }
        let last = try read("WHERE rowid > ?", [first.last ?? .min], isDescending: true)
        guard last.isInterrupted else { return }
        switch (first.last, last.last) {
        case (let low?, let high?): try search(between: low, and: high)
        case (let low?, nil): try searchUp(from: low)
        case (nil, let high?): try searchDown(from: high)
        case (nil, nil): report.gaps = [.init()]
        }
        joinGaps()
    }

    private mutating func runWithoutRowIDs(_ order: String) throws {
        guard try read("", [], isDescending: false, order).isInterrupted else { return }
        report.isCutShort = true
        let backwards = order.split(separator: ", ").map { "\($0) DESC" }.joined(separator: ", ")
        _ = try read("", [], isDescending: false, backwards)
    }

    /// Looks for rows in a range whose first and last row cannot be read.
    private mutating func search(between low: Int64, and high: Int64) throws {
        var open = [(low, high)]
        while let (low, high) = open.popLast() {
            guard low &+ 1 < high, probes < Self.maxProbes else {
                report.gaps.append(.init(after: low, before: high))
                continue
            }
            let (width, isTooWide) = high.subtractingReportingOverflow(low)
            let middle = isTooWide ? 0 : low + width / 2
            let found = try probe("WHERE rowid >= ? AND rowid < ?", [middle, high], isDescending: false)
            if found.isInterrupted { open.append((found.last ?? middle, high)) }
            open.append((low, middle))
        }
    }

    /// Looks for rows behind one, of which the last cannot be read.
    private mutating func searchUp(from start: Int64) throws {
        var low = start
        for step in 0..<40 {
            let (next, isTooLarge) = low.addingReportingOverflow(1 << Int64(step))
            guard !isTooLarge else { break }
            let found = try probe("WHERE rowid > ?", [next], isDescending: false)
            if let last = found.last {
                report.gaps.append(.init(after: low, before: found.first))
                low = last
            }
            guard found.isInterrupted else { return }
        }
        report.gaps.append(.init(after: low, before: nil))
    }

    /// Looks for rows before one, of which the first cannot be read.
    private mutating func searchDown(from start: Int64) throws {
        var high = start
        for step in 0..<40 {
            let (next, isTooSmall) = high.subtractingReportingOverflow(1 << Int64(step))
            guard !isTooSmall else { break }
            let found = try probe("WHERE rowid < ?", [next], isDescending: true)
            if let last = found.last {
                report.gaps.append(.init(after: found.first, before: high))
                high = last
            }
            guard found.isInterrupted else { return }
        }
        report.gaps.append(.init(after: nil, before: high))
    }

    private mutating func probe(_ condition: String, _ arguments: [Int64], isDescending: Bool) throws -> Reading {
        probes += 1
        return try read(condition, arguments, isDescending: isDescending)
    }

    /// The rows at the ends of a reading, and whether there is damage behind it.
    private struct Reading {
        var first: Int64?
        var last: Int64?
        var isInterrupted = false
    }

    private mutating func read(
        _ condition: String, _ arguments: [Int64], isDescending: Bool, _ order: String? = nil
    ) throws -> Reading {
        var reading = Reading()
        let rows: RowCursor
        do {
            rows = try Row.fetchCursor(
                source, sql: "\(selection) \(condition) ORDER BY \(order ?? (isDescending ? "rowid DESC" : "rowid"))",
                arguments: StatementArguments(arguments))
        } catch {
            reading.isInterrupted = true
            return reading
        }
        while true {
            let row: Row?
            do { row = try rows.next() } catch {
                reading.isInterrupted = true
                return reading
            }
            guard let row else { return reading }
            let id: Int64 = row[0]
            reading.first = reading.first ?? id
            reading.last = id
            guard row[1] as Int64? == 1 else {
                report.add(unusable: id)
                continue
            }
            try insert(row, id)
        }
    }

    private mutating func insert(_ row: Row, _ id: Int64) throws {
        do {
            try target.cachedStatement(sql: insertion).execute(
                arguments: StatementArguments(row.databaseValues.dropFirst(2)))
            report.saved += 1
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // A row that was read from both ends of a table without row ids has the same key.
            if order == nil { report.add(unusable: id) }
        }
    }

    /// Joins the ranges that touch each other.
    private mutating func joinGaps() {
        var joined: [SalvageReport.Gap] = []
        for gap in report.gaps.sorted(by: { $0.after ?? .min < $1.after ?? .min }) {
            if let last = joined.last, let end = last.before, let start = gap.after, start <= end {
                joined[joined.count - 1].before = gap.before
            } else {
                joined.append(gap)
            }
        }
        report.gaps = joined
    }
}
