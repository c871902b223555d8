package import Foundation

/// The report of what was saved of a damaged database, and what is gone.
package struct SalvageReport: Sendable, Hashable, Codable {
    /// A range of rows that cannot be read, by their ids, which are themselves outside of it.
    package struct Gap: Sendable, Hashable, Codable {
        /// The last row before it; nil if there is none.
        package var after: Int64?
        /// The first row behind it; nil if none is readable.
        package var before: Int64?
    }

    /// The part of a table.
    package struct Table: Sendable, Hashable, Codable {
        package var name: String
        /// The number of rows that were saved.
        package var saved = 0
        /// The number of rows that can be read but not used: their values are wrong, or refer to rows that are gone.
        package var unusable = 0
        /// The ids of the first of them.
        package var unusableIDs: [Int64] = []
        /// The ranges that cannot be read. There may be no rows in them.
        package var gaps: [Gap] = []
        /// A Boolean value that indicates whether rows without numbers cannot be read.
        package var isCutShort = false

        package var isComplete: Bool { unusable == 0 && gaps.isEmpty && !isCutShort }

        static let maxIDs = 1000

        mutating func add(unusable id: Int64) {
            unusable += 1
            if unusableIDs.count < Self.maxIDs { unusableIDs.append(id) }
        }
    }

    /// The path at which the damaged database is kept.
    package var damaged: String
    package var at: Date
    /// The damage that was found.
    package var reasons: [String]
    package var tables: [Table] = []
    /// The number of saved entries without a turn that are not handled any more, because their turns may be among what is gone.
    package var unhandled = 0
    /// The sequences of the first of them.
    package var unhandledEntries: [Int64] = []
    /// The number of saved deliveries that are not settled. Each is looked for in the channel before it is sent.
    package var openDeliveries = 0

    package func table(_ name: String) -> Table? { tables.first { $0.name == name } }

    /// The path of the report beside the damaged database.
    package var file: String { damaged + ".json" }

    /// The lines for users.
    package var lines: [String] {
        let lost = tables.filter { !$0.isComplete }.map(\.text)
        let saved = tables.reduce(0) { $0 + $1.saved }
        var lines = ["\(saved) rows were saved into a new database; the damaged one is kept as \(damaged) until you delete it."]
        lines += lost.isEmpty ? ["No row is known to be gone."] : lost
        if unhandled > 0 {
            lines.append(
                "\(unhandled) entries without a known turn are not handled, because they may have been answered: "
                    + SalvageReport.list(unhandledEntries, of: unhandled))
        }
        if openDeliveries > 0 { lines.append("\(openDeliveries) deliveries that were not settled are continued.") }
        return lines
    }

    static func list(_ ids: [Int64], of count: Int) -> String {
        let shown = ids.prefix(10)
        return shown.map { "\($0)" }.joined(separator: ", ") + (count > shown.count ? " and \(count - shown.count) more" : "")
    }
}

extension SalvageReport.Table {
    fileprivate var text: String {
        var parts: [String] = []
        if unusable > 0 { parts.append("\(unusable) unusable (\(SalvageReport.list(unusableIDs, of: unusable)))") }
        if !gaps.isEmpty {
            let shown = gaps.prefix(5).map { gap in
                "after \(gap.after.map { "\($0)" } ?? "the beginning") and before \(gap.before.map { "\($0)" } ?? "the end")"
            }
            let more = gaps.count > shown.count ? " and \(gaps.count - shown.count) more ranges" : ""
            parts.append("not readable \(shown.joined(separator: "; "))\(more)")
        }
        if isCutShort { parts.append("a part is not readable") }
        return "\(name): \(saved) rows saved; \(parts.joined(separator: "; "))."
    }
}
