package import TextFolding

/// Reads a list of words and phrases, one per line.
package struct WordListReader {
    /// The entries in file order, without duplicates.
    package private(set) var entries: [ListEntry] = []
    package private(set) var problems: [ListError]

    /// - Parameter bytes: The contents of the file.
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

    /// Returns the needles for the entries, with the folds of the list. They match whole words only.
    package func needles(folds: FoldSet) -> [Needle] { entries.map { Needle($0.text, folds: folds, fit: .word) } }
}
