/// The SHA-256 fingerprint of a certificate in DER.
package struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    private static let length = 32

    package let bytes: [UInt8]

    /// Creates a fingerprint; `nil` for anything but 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits, with or without colons between bytes and the prefix `sha256:`, as shown by
    /// `openssl x509 -fingerprint -sha256` and browsers.
    package init?(_ text: String) {
        let prefix = "sha256:"
        let digits = text.lowercased().hasPrefix(prefix) ? text.dropFirst(prefix.count) : Substring(text)
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        let pairs = parts.count == 1 ? Self.pairs(Array(digits.utf8)) : parts.map { Array($0.utf8) }
        guard pairs.count == Self.length else { return nil }
        var bytes: [UInt8] = []
        for pair in pairs {
            guard pair.count == 2, let high = Self.value(pair[0]), let low = Self.value(pair[1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The prefix `sha256:` and 64 digits.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return "sha256:"
            + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }

    private static func pairs(_ digits: [UInt8]) -> [[UInt8]] {
        guard digits.count == length * 2 else { return [] }
        return stride(from: 0, to: digits.count, by: 2).map { Array(digits[$0..<($0 + 2)]) }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
