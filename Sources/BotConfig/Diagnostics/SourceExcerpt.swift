import MezonModel

/// A line of a file with carets below the position of an error.
struct SourceExcerpt {
    let line: String
    let carets: String

    /// The maximum width; of longer lines only the part around the position is shown.
    private static let width = 120

    init(_ source: String, at place: SourcePosition) {
        let scalars = Array(source.unicodeScalars)
        let column = min(max(place.column - 1, 0), scalars.count)
        let from = column > Self.width / 2 && scalars.count > Self.width ? column - Self.width / 2 : 0
        let to = min(scalars.count, from + Self.width)
        let length = max(1, min(place.length, to - column))
        line = scalars[from..<to].map(Self.shown).joined()
        carets =
            scalars[from..<column].map(Self.blank).joined()
            + (column..<(column + length)).map { $0 < to ? Self.caret(scalars[$0]) : "^" }.joined()
    }

    /// Returns the displayed form of a scalar. Tabs are kept, because the caret line repeats them; other control characters are
    /// escaped.
    private static func shown(_ scalar: Unicode.Scalar) -> String { scalar == "\t" ? "\t" : String(scalar).terminalSafe }

    private static func blank(_ scalar: Unicode.Scalar) -> String {
        scalar == "\t" ? "\t" : String(repeating: " ", count: columns(of: scalar))
    }

    private static func caret(_ scalar: Unicode.Scalar) -> String { String(repeating: "^", count: columns(of: scalar)) }

    /// Returns the number of terminal cells of a scalar: none for combining marks, two for East Asian characters and emoji, and
    /// the length of the escape sequence for escaped ones.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        let shown = shown(scalar)
        if shown.unicodeScalars.count > 1 { return shown.unicodeScalars.count }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
