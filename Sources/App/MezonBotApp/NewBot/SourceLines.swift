/// A text as lines that keep their line endings, so that unchanged lines stay identical byte by byte.
struct SourceLines {
    private(set) var lines: [String]

    init(_ text: String) {
        lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    var text: String { lines.joined(separator: "\n") }

    /// Inserts a line after another one, with the same line ending.
    mutating func insert(_ line: String, after index: Int) {
        let isWindows = lines[index].unicodeScalars.last == "\r"
        lines.insert(isWindows ? line + "\r" : line, at: index + 1)
    }

    /// A line without its line ending and trailing spaces.
    func trimmed(_ index: Int) -> Substring {
        let scalars = Substring(lines[index]).unicodeScalars
        return Substring(
            scalars.prefix(scalars.count - scalars.reversed().prefix { $0 == "\r" || $0 == " " || $0 == "\t" }.count))
    }
}
