/// The style of a text range, as far as content has markup for it.
struct IRCStyle: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = IRCStyle(rawValue: 1)
    static let code = IRCStyle(rawValue: 2)

    /// The codes that turn a style on and off again (modern IRC client protocol, "Formatting").
    enum ControlCode {
        static let bold: Unicode.Scalar = "\u{02}"
        static let color: Unicode.Scalar = "\u{03}"
        static let hexColor: Unicode.Scalar = "\u{04}"
        static let reset: Unicode.Scalar = "\u{0F}"
        static let code: Unicode.Scalar = "\u{11}"
    }

    /// Returns the codes to write between one style and another.
    func codes(to next: IRCStyle) -> String {
        let change = symmetricDifference(next)
        var codes = ""
        if change.contains(.bold) { codes.unicodeScalars.append(ControlCode.bold) }
        if change.contains(.code) { codes.unicodeScalars.append(ControlCode.code) }
        return codes
    }
}
