import ChatModel

/// A line of a file with carets below the position of an error.
struct SourceExcerpt {
    let line: String
    let carets: String

    /// The maximum width; of longer lines only the part around the position is shown.
    private static let width = 120

    init(_ source: String, at position: SourcePosition) {
        let scalars = Array(source.unicodeScalars)
        let column = min(max(position.column - 1, 0), scalars.count)
        let from = column > Self.width / 2 && scalars.count > Self.width ? column - Self.width / 2 : 0
        let to = min(scalars.count, from + Self.width)
        let length = max(1, min(position.length, to - column))
        line = scalars[from..<to].map(Self.shown).joined()
        carets =
            scalars[from..<column].map(Self.blank).joined()
            + (column..<(column + length)).map { $0 < to ? Self.caret(scalars[$0]) : "^" }.joined()
    }

    /// Returns the displayed form of a scalar. Tabs are kept, because the caret line repeats them; other control characters are
    /// replaced.
    private static func shown(_ scalar: Unicode.Scalar) -> String { scalar == "\t" ? "\t" : String(scalar).terminalSafe }

    private static func blank(_ scalar: Unicode.Scalar) -> String {
        scalar == "\t" ? "\t" : String(repeating: " ", count: columns(of: scalar))
    }

    private static func caret(_ scalar: Unicode.Scalar) -> String { String(repeating: "^", count: columns(of: scalar)) }

    /// Returns the number of terminal columns of the displayed form.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        shown(scalar).unicodeScalars.reduce(0) { $0 + $1.terminalColumns }
    }
}
