package import ChatModel
import ConnectorKit

/// Decodes a line of IRC into content: bold, monospaced text and links become markup; colors and styles that Mezon does not have are
/// dropped.
package enum IRCTextDecoder {
    package static func content(of line: String) -> Content {
        var reader = Reader()
        var scalars = line.unicodeScalars[...]
        while let scalar = scalars.popFirst() { reader.decode(scalar, &scalars) }
        reader.setStyle([])
        let links = URLRanges.ranges(in: Array(reader.text.unicodeScalars)).map { Markup("lk", $0) }
        return Content(reader.text, markup: reader.markup.sorted { $0.range.start < $1.range.start } + links)
    }

    private struct Reader {
        var text = ""
        var markup: [Markup] = []
        private var units = 0
        private var format: IRCStyle = []
        private var boldFrom = 0
        private var codeFrom = 0

        mutating func decode(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) {
            switch scalar {
            case IRCStyle.ControlCode.bold: setStyle(format.symmetricDifference(.bold))
            case IRCStyle.ControlCode.code: setStyle(format.symmetricDifference(.code))
            case IRCStyle.ControlCode.reset: setStyle([])
            case IRCStyle.ControlCode.color: Self.skipColor(&rest, digits: 2) { ("0"..."9").contains($0) }
            case IRCStyle.ControlCode.hexColor: Self.skipColor(&rest, digits: 6) { $0.properties.isASCIIHexDigit }
            case "\t": append(" ")
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): break
            default: append(scalar)
            }
        }

        mutating func setStyle(_ next: IRCStyle) {
            boldFrom = mark("b", .bold, from: boldFrom, next)
            codeFrom = mark("c", .code, from: codeFrom, next)
            format = next
        }

        /// Adds markup if the style ends here.
        ///
        /// - Returns: The start of the style, if it is on.
        private mutating func mark(_ kind: String, _ style: IRCStyle, from start: Int, _ next: IRCStyle) -> Int {
            guard format.contains(style) != next.contains(style) else { return start }
            if format.contains(style), start < units { markup.append(Markup(kind, TextRange(start, units))) }
            return units
        }

        private mutating func append(_ scalar: Unicode.Scalar) {
            text.unicodeScalars.append(scalar)
            units += scalar.utf16.count
        }

        /// Skips a color code: up to `digits` digits, and as many behind a comma for the background.
        private static func skipColor(
            _ rest: inout Substring.UnicodeScalarView, digits: Int, _ isDigit: (Unicode.Scalar) -> Bool
        ) {
            let first = rest.prefix(digits).prefix(while: isDigit).count
            guard first > 0 else { return }
            rest = rest.dropFirst(first)
            guard rest.first == "," else { return }
            let second = rest.dropFirst().prefix(digits).prefix(while: isDigit).count
            if second > 0 { rest = rest.dropFirst(second + 1) }
        }
    }
}
