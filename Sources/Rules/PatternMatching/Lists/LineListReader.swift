/// Reads a text file with one entry per line. Empty lines and comments are skipped; a comment begins with `#` at the start of a
/// line or between spaces.
struct LineListReader {
    private(set) var entries: [ListEntry] = []
    private(set) var problems: [ListError] = []

    static let maxBytes = 1 << 20
    static let maxLines = 50_000
    private static let maxEntryLength = 200

    init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes else {
            addError(
                .tooLarge, "a list has at most \(Self.maxBytes) bytes; this one has \(bytes.count)", line: 1, column: 1,
                length: 1)
            return
        }
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() {
            guard offset < Self.maxLines || line.isEmpty else {
                addError(.tooLarge, "a list has at most \(Self.maxLines) lines", line: offset + 1, column: 1, length: 1)
                return
            }
            read(line, number: offset + 1)
        }
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>, number: Int) {
        guard let line = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return addError(.notText, "this line is not UTF-8 text", line: number, column: 1, length: 1)
        }
        let scalars = Array(line.unicodeScalars)
        func isSpace(_ index: Int) -> Bool { scalars[index].properties.isWhitespace }
        guard let start = scalars.indices.first(where: { !isSpace($0) }), scalars[start] != "#" else { return }
        let comment = scalars.indices.first {
            $0 > start && scalars[$0] == "#" && isSpace($0 - 1) && ($0 + 1 == scalars.count || isSpace($0 + 1))
        }
        guard let last = scalars[start..<(comment ?? scalars.count)].indices.last(where: { !isSpace($0) }) else { return }
        let text = String(String.UnicodeScalarView(scalars[start...last]))
        guard last - start < Self.maxEntryLength else {
            return addError(
                .tooLong, "an entry has at most \(Self.maxEntryLength) characters", line: number, column: start + 1,
                length: last - start + 1)
        }
        entries.append(ListEntry(text: text, line: number, column: start + 1))
    }

    private mutating func addError(_ code: ListError.Code, _ message: String, line: Int, column: Int, length: Int) {
        problems.append(ListError(code: code, message: message, line: line, column: column, length: length))
    }
}
