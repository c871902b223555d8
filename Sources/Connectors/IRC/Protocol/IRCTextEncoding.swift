/// Decodes bytes of the network as text: UTF-8 if they are valid, otherwise Windows-1252, which old clients write.
enum IRCTextEncoding {
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let whole = withoutTornEnd(bytes)
        if whole.count < bytes.count, let text = String(validating: whole, as: UTF8.self) { return text }
        var text = ""
        text.unicodeScalars.append(contentsOf: bytes.lazy.map(scalar))
        return text
    }

    /// Removes a truncated character at the end. Servers cut long lines at any byte, and one such character must not change the encoding of
    /// the whole line.
    private static func withoutTornEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
        let length =
            switch bytes[lead] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return windows1252[Int(byte) - 0x80]
    }

    // 0x80 to 0x9F; five of them are undefined.
    private static let windows1252 = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
