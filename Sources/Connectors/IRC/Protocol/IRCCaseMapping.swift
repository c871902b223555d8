/// The rule by which a network compares names (ISUPPORT CASEMAPPING).
enum IRCCaseMapping: String, Hashable, Sendable {
    case ascii
    /// The uppercase forms of `{}|^` are `[]\~`.
    case rfc1459
    case strict = "rfc1459-strict"

    /// Creates a case mapping.
    ///
    /// - Parameter word: The value from ISUPPORT. An unknown value counts as ASCII, under which the fewest names are equal.
    init(_ word: String) { self = Self(rawValue: word.lowercased()) ?? .ascii }

    func folded(_ name: String) -> String {
        if name.utf8.allSatisfy({ !(0x41...0x5E).contains($0) && $0 != 0x7E }) { return name }
        return String(decoding: name.utf8.map(folded), as: UTF8.self)
    }

    private func folded(_ byte: UInt8) -> UInt8 {
        switch (self, byte) {
        case (_, 0x41...0x5A): byte + 0x20
        case (.ascii, _): byte
        case (_, 0x5B...0x5D): byte + 0x20
        case (.rfc1459, 0x5E), (.rfc1459, 0x7E): 0x7E
        default: byte
        }
    }
}
