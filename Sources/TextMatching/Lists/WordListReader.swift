/// Reads a list of words and phrases, one a line.
package struct WordListReader {
    /// In the order of the file, each once.
    package private(set) var entries: [ListEntry] = []
    package private(set) var problems: [ListError]

    /// - Parameter bytes: what the file holds.
    package init(_ bytes: [UInt8]) {
        let lines = LineListReader(bytes)
        problems = lines.problems
        var known: [String: Int] = [:]
        for entry in lines.entries {
            if let line = known[entry.text] {
                problems.append(
                    ListError(
                        code: .duplicate, message: "'\(entry.text)' is already in line \(line)", line: entry.line,
                        column: entry.column, length: entry.text.unicodeScalars.count))
            } else {
                known[entry.text] = entry.line
                entries.append(entry)
            }
        }
    }

    /// What to look for, by the folds of the list: its words as words, not inside others.
    package func needles(folds: FoldSet) -> [Needle] { entries.map { Needle($0.text, folds: folds, fit: .word) } }
}
