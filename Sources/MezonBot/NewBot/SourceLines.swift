/// A text as lines, each with the sign for its end, so that what is not touched stays as it is byte by byte.
struct SourceLines {
    private(set) var lines: [String]

    init(_ text: String) {
        lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    var text: String { lines.joined(separator: "\n") }

    /// Puts a line behind another, and ends it as that one ends.
    mutating func insert(_ line: String, after index: Int) {
        let isWindows = lines[index].unicodeScalars.last == "\r"
        lines.insert(isWindows ? line + "\r" : line, at: index + 1)
    }

    /// A line without what ends it, and without spaces behind it.
    func trimmed(_ index: Int) -> Substring {
        let scalars = Substring(lines[index]).unicodeScalars
        return Substring(
            scalars.prefix(scalars.count - scalars.reversed().prefix { $0 == "\r" || $0 == " " || $0 == "\t" }.count))
    }
}
