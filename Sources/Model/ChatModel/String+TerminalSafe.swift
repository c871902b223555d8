extension StringProtocol {
    /// The text with all characters replaced that could move a terminal's cursor or change the direction of text: control characters
    /// by their pictures such as `␛`, others by `\u{FFFD}`.
    package var terminalSafe: String { replacing(where: \.isUnprintable) { String($0.picture) } }

    /// The same for text of several lines: line feeds and tabs are kept.
    package var terminalSafeLines: String {
        replacing(where: { $0.isUnprintable && $0 != "\n" && $0 != "\t" }) { String($0.picture) }
    }

    /// The JSON text with every such character as `\uXXXX`, which does not change its value. Characters below U+0020 are left:
    /// encoders escape them inside strings, and between values they are layout.
    package var terminalSafeJSON: String {
        replacing(where: { $0.value >= 0x20 && $0.isUnprintable }) { scalar in
            String(scalar).utf16.map { "\\u" + String(repeating: "0", count: $0.leadingZeroBitCount / 4) + String($0, radix: 16) }
                .joined()
        }
    }

    private func replacing(where isUnsafe: (Unicode.Scalar) -> Bool, with replacement: (Unicode.Scalar) -> String) -> String {
        guard utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }), unicodeScalars.contains(where: isUnsafe) else {
            return String(self)
        }
        return unicodeScalars.reduce(into: "") { result, scalar in
            result += isUnsafe(scalar) ? replacement(scalar) : String(scalar)
        }
    }
}

extension String {
    /// The text as one line of at most 200 characters, without characters that could move a terminal's cursor or change the text
    /// direction.
    package var terminalLine: String {
        let line = count > 200 ? prefix(199) + "…" : self[...]
        return line.terminalSafe
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200D  // The zero-width joiner is part of emoji sequences and harmless.
        default: false
        }
    }

    /// A visible stand-in: one of Unicode's control pictures, or the replacement character.
    fileprivate var picture: Unicode.Scalar {
        switch value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
