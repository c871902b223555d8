import ChatModel
import TextFolding

/// A folded line of a message with its neighbouring lines, as relays and the original author may have written it.
struct RelayedLine {
    var bytes: [UInt8]
    var before: [UInt8]?
    var behind: [UInt8]?

    private static let maxLines = 24  // Per message.

    /// Returns the lines of a message. The first of several is the whole text as one line.
    static func lines(of message: Message) -> [RelayedLine] {
        let texts = message.text.split(whereSeparator: \.isNewline).prefix(maxLines).map(folded).filter { !$0.isEmpty }
        var lines = texts.indices.map { index in
            RelayedLine(
                bytes: texts[index], before: index > 0 ? texts[index - 1] : nil,
                behind: index + 1 < texts.count ? texts[index + 1] : nil)
        }
        // Some relays put a name before each line, others only before the first.
        if lines.count > 1 { lines.insert(RelayedLine(bytes: Array(texts.joined(separator: [0x20]))), at: 0) }
        return lines
    }

    /// Returns a text in lower case, with whitespace collapsed and without diacritics and formatting characters. Quotation marks,
    /// dashes and arrows are replaced by their simplest form.
    static func folded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var last: Unicode.Scalar?
        for scalar in String(text).foldedPlainly.unicodeScalars {
            defer { last = scalar }
            if scalar.properties.isWhitespace {
                if let byte = bytes.last, byte != 0x20 { bytes.append(0x20) }
            } else if doubledMarkers.contains(scalar) {
                // Two in a row are formatting; a single one is a symbol.
                if last == scalar, bytes.last == UInt8(scalar.value) {
                    bytes.removeLast()
                } else {
                    bytes.append(UInt8(scalar.value))
                }
            } else if !formatting.contains(scalar) {
                append(scalar, to: &bytes)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        guard !scalar.isASCII else { return bytes.append(UInt8(scalar.value)) }
        switch scalar.properties.generalCategory {
        case .dashPunctuation: bytes.append(UInt8(ascii: "-"))
        case .openPunctuation, .initialPunctuation: bytes.append(UInt8(ascii: "("))
        case .closePunctuation, .finalPunctuation: bytes.append(UInt8(ascii: ")"))
        case .mathSymbol: bytes.append(UInt8(ascii: ">"))
        case .otherPunctuation: bytes.append(scalar == "…" ? UInt8(ascii: ".") : UInt8(ascii: "|"))
        // Emoji and similar symbols stay distinct and are never part of an adjacent word.
        case .otherSymbol, .modifierSymbol, .currencySymbol: bytes += [0x01] + Array(String(scalar).utf8) + [0x01]
        default: bytes += Array(String(scalar).utf8)
        }
    }

    private static let formatting: Set<Unicode.Scalar> = ["*", "_", "`"]
    private static let doubledMarkers: Set<Unicode.Scalar> = ["~", "|"]
}
