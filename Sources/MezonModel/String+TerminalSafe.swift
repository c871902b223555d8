extension StringProtocol {
    /// The text with all characters escaped that could move a terminal's cursor or change the direction of text.
    package var terminalSafe: String { escaping(where: \.isUnprintable) { "\\u{\(String($0.value, radix: 16))}" } }

    /// The same for text of several lines: line feeds and tabs are kept.
    package var terminalSafeLines: String {
        escaping(where: { $0.isUnprintable && $0 != "\n" && $0 != "\t" }) { "\\u{\(String($0.value, radix: 16))}" }
    }

    /// The JSON text with every such character as `\uXXXX`, which does not change its value. Characters below U+0020 are left:
    /// encoders escape them inside strings, and between values they are layout.
    package var terminalSafeJSON: String {
        escaping(where: { $0.value >= 0x20 && $0.isUnprintable }) { scalar in
            String(scalar).utf16.map { "\\u" + String(repeating: "0", count: $0.leadingZeroBitCount / 4) + String($0, radix: 16) }
                .joined()
        }
    }

    private func escaping(where isUnsafe: (Unicode.Scalar) -> Bool, as escape: (Unicode.Scalar) -> String) -> String {
        guard utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }), unicodeScalars.contains(where: isUnsafe) else {
            return String(self)
        }
        return unicodeScalars.reduce(into: "") { result, scalar in
            result += isUnsafe(scalar) ? escape(scalar) : String(scalar)
        }
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
}
