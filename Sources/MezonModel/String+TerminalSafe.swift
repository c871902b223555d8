extension StringProtocol {
    /// The text with every character written out that could move a terminal's cursor or turn its text around.
    package var terminalSafe: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            result += scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200D  // The zero-width joiner holds emoji together and moves nothing.
        default: false
        }
    }
}
