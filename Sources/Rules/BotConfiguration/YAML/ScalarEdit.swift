/// A change of one text in a file. Everything else, comments and spaces included, stays as it is.
package struct ScalarEdit: Hashable, Sendable {
    package let position: SourcePosition
    /// The text as it is written, and what is written in its place; neither includes quotes.
    package let old: String
    package let new: String

    package init(at position: SourcePosition, from old: String, to new: String) {
        self.position = position
        self.old = old
        self.new = new
    }

    /// Returns the text of the file with the change; nil if the old text is not written at its position, as with a text that another
    /// place fills in.
    package func applied(to text: String) -> String? {
        var lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }.map { Array($0) }
        guard lines.indices.contains(position.line - 1) else { return nil }
        var start = position.column - 1
        let line = lines[position.line - 1]
        guard line.indices.contains(start) else { return nil }
        if line[start] == "\"" || line[start] == "'" { start += 1 }
        let length = old.unicodeScalars.count
        guard start + length <= line.count, line[start..<(start + length)].elementsEqual(old.unicodeScalars) else { return nil }
        lines[position.line - 1].replaceSubrange(start..<(start + length), with: new.unicodeScalars)
        var changed = String.UnicodeScalarView()
        for (index, line) in lines.enumerated() {
            if index > 0 { changed.append("\n") }
            changed.append(contentsOf: line)
        }
        return String(changed)
    }
}
