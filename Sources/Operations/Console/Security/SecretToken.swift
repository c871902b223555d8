import ChatModel

/// A text that a client has to present. A random one has 256 bits, as 64 hexadecimal digits.
struct SecretToken: Hashable, Sendable {
    static let byteCount = 32
    let text: String

    init(using generator: inout some RandomNumberGenerator) {
        text = (0..<Self.byteCount / 8).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    init(_ configured: Secret) { text = configured.reveal() }

    /// Compares a text from outside in a time that does not depend on where it differs.
    func matches(_ given: String) -> Bool {
        let (mine, theirs) = (Array(text.utf8), Array(given.utf8.prefix(text.utf8.count + 1)))
        guard mine.count == theirs.count else { return false }
        return zip(mine, theirs).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Compares the token that a header presents: `Bearer …`.
    func matches(bearer authorization: String?) -> Bool {
        let scheme = "bearer "
        guard let authorization, authorization.prefix(scheme.count).lowercased() == scheme else { return false }
        return matches(String(authorization.dropFirst(scheme.count)))
    }
}
