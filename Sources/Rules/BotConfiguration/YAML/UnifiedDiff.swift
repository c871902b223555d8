/// The differences between two texts with equally many lines, in the unified format that `patch` reads.
package struct UnifiedDiff: Sendable {
    package let lines: [String]

    /// - Parameters:
    ///   - file: The name of the file, relative to the folder in which a patch is applied.
    ///   - context: The number of unchanged lines around each difference.
    package init(of file: String, from old: String, to new: String, context: Int = 3) {
        func split(_ text: String) -> [String] {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if lines.last == "" { lines.removeLast() }
            return lines
        }
        let (before, after) = (split(old), split(new))
        let changed = before.indices.filter { after.indices.contains($0) && before[$0] != after[$0] }
        var hunks: [ClosedRange<Int>] = []
        for line in changed {
            let hunk = max(0, line - context)...min(before.count - 1, line + context)
            if let last = hunks.last, last.upperBound + 1 >= hunk.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound...hunk.upperBound
            } else {
                hunks.append(hunk)
            }
        }
        guard !hunks.isEmpty else {
            lines = []
            return
        }
        lines = ["--- a/\(file)", "+++ b/\(file)"] + hunks.flatMap { Self.lines(of: $0, before, after) }
    }

    private static func lines(of hunk: ClosedRange<Int>, _ before: [String], _ after: [String]) -> [String] {
        let range = "\(hunk.lowerBound + 1),\(hunk.count)"
        var lines = ["@@ -\(range) +\(range) @@"]
        var index = hunk.lowerBound
        while index <= hunk.upperBound {
            guard before[index] != after[index] else {
                lines.append(" \(before[index])")
                index += 1
                continue
            }
            // All lines that are taken out stand before those that take their place.
            let end = (index...hunk.upperBound).first { before[$0] == after[$0] } ?? hunk.upperBound + 1
            lines += (index..<end).map { "-\(before[$0])" } + (index..<end).map { "+\(after[$0])" }
            index = end
        }
        return lines
    }
}
