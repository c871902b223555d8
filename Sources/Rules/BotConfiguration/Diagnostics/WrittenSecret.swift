/// A secret that is written in a file.
struct WrittenSecret: Hashable, Sendable {
    /// The reference that takes its place in copies. It is quoted, because a flow list or map ends at a brace.
    static let placeholder = "\"${env:REMOVED}\""

    /// The text as it reads.
    var text: String
    /// The position of its first character or quotation mark.
    var position: SourcePosition
    /// The position of whatever the file contains next; nil at its end.
    var next: SourcePosition?

    /// The numbers of the lines that it takes, counted from 1.
    func lines(in lines: [Substring]) -> ClosedRange<Int> {
        let first = position.line
        guard let line = lines.element(first - 1), range(in: line) == nil else { return first...first }
        // A comment behind it may belong to its lines; the line of the next key only does in a flow list or map.
        let last = next.map { $0.isInBlock(lines) ? $0.line - 1 : $0.line } ?? lines.count
        return first...max(first, last)
    }

    /// Replaces the secret by the placeholder.
    func replace(in lines: inout [Substring]) {
        let numbers = self.lines(in: lines)
        guard let line = lines.element(position.line - 1) else { return }
        if let range = range(in: line) {
            lines[position.line - 1] = line[..<range.lowerBound] + Self.placeholder + line[range.upperBound...]
            return
        }
        var rest: Substring = ""
        if let next, next.line == numbers.upperBound, let last = lines.element(next.line - 1) {
            rest = ", " + last[last.place(of: next.column)...]
        }
        lines[position.line - 1] = line[..<line.place(of: position.column)] + Self.placeholder + rest
        for number in numbers.dropFirst() { lines[number - 1] = "" }
    }

    /// The range of the secret with its quotation marks; nil if it spans several lines or is written in another way than it reads.
    private func range(in line: Substring) -> Range<Substring.Index>? {
        let start = line.place(of: position.column)
        let quote = line[start...].first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        let inner = quote == nil ? line[start...] : line[start...].dropFirst()
        guard !text.isEmpty, inner.hasPrefix(text) else { return nil }
        let end = line.index(inner.startIndex, offsetBy: text.count, limitedBy: line.endIndex) ?? line.endIndex
        guard let quote else { return start..<end }
        return line[end...].first == quote ? start..<line.index(after: end) : nil
    }
}

extension SourcePosition {
    /// Returns whether only white space and dashes precede the position in its line.
    fileprivate func isInBlock(_ lines: [Substring]) -> Bool {
        guard let line = lines.element(self.line - 1) else { return true }
        return line[..<line.place(of: column)].allSatisfy { $0.isWhitespace || $0 == "-" }
    }
}

extension [Substring] {
    fileprivate func element(_ index: Int) -> Substring? { indices.contains(index) ? self[index] : nil }
}

extension Substring {
    /// The index of a column, counted in code points from 1.
    fileprivate func place(of column: Int) -> Index {
        unicodeScalars.index(startIndex, offsetBy: Swift.max(0, column - 1), limitedBy: endIndex) ?? endIndex
    }
}
