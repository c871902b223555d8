import ChatModel

/// The lines of a document around a node.
extension ConfigNode {
    /// Returns whether the scalar is written exactly as it reads.
    func isVerbatim(in lines: [[Unicode.Scalar]]) -> Bool {
        guard case .scalar(let text, let style) = kind, style != .block, lines.indices.contains(position.line - 1) else {
            return false
        }
        let start = position.column - 1 + (style == .quoted ? 1 : 0)
        return lines[position.line - 1].dropFirst(start).starts(with: text.unicodeScalars)
    }

    /// Returns the comment that ends a text without quotes.
    func comment(in lines: [[Unicode.Scalar]]) -> Comment? {
        guard isVerbatim, case .scalar(let text, .plain) = kind else { return nil }
        let line = lines[position.line - 1]
        let end = position.column - 1 + text.unicodeScalars.count
        guard end <= line.count, let mark = line[end...].firstIndex(where: { $0 != " " }), line[mark] == "#",
            mark == 0 || line[mark - 1] == " "
        else { return nil }
        return Comment(
            text: String(String.UnicodeScalarView(line[mark...])),
            position: SourcePosition(
                file: position.file, line: position.line, column: mark + 1, length: line.count - mark))
    }
}
