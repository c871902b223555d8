/// Which names a network holds for the same.
enum IRCCaseMapping: String, Hashable, Sendable {
    case ascii
    /// The capitals of `{}|^` are `[]\~`.
    case rfc1459
    case strict = "rfc1459-strict"

    /// - Parameter word: as ISUPPORT says it. What is unknown is taken as ASCII: fewer names become one.
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
