import Crypto
import Foundation

/// The client side of SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677): the password never leaves the machine, and the server
/// proves that it knows it.
struct SCRAMClient: Sendable {
    enum SCRAMError: Error, Equatable, CustomStringConvertible {
        /// The server's message is malformed or not expected at this point.
        case malformed
        /// The iteration count is out of range: fewer make the password easy to guess, more keep this machine busy.
        case iterations(Int)
        case refused(String)
        /// The server does not know the password.
        case wrongSignature

        var description: String {
            switch self {
            case .malformed: "the server's SCRAM-SHA-256 message is malformed"
            case .iterations(let count):
                "the server requires \(count) iterations of SCRAM-SHA-256; 4096 to 500000 are accepted"
            case .refused(let reason): "the server reported: \(reason)"
            case .wrongSignature: "the server did not prove that it knows the password"
            }
        }
    }

    private static let iterations = 4096...500_000  // RFC 7677 §4 sets the minimum; the maximum takes under a second.
    private static let header = "n,,"  // No channel binding, and no authorization identity.

    private let password: [UInt8]
    private let nonce: String
    private let bare: String
    private var signature: (key: SymmetricKey, message: [UInt8])?

    /// - Parameter nonce: Printable, without commas, and unique to this exchange.
    init(user: String, password: String, nonce: String) {
        self.password = Array(Self.prepared(password).utf8)
        self.nonce = nonce
        let name = Self.prepared(user).replacing("=", with: "=3D").replacing(",", with: "=2C")
        bare = "n=\(name),r=\(nonce)"
    }

    /// The client's first message.
    var first: String { Self.header + bare }

    /// Returns the client's final message, in answer to the server's first one.
    mutating func final(after challenge: String) throws(SCRAMError) -> String {
        let fields = challenge.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count >= 3, fields[0].hasPrefix("r="), fields[1].hasPrefix("s="), fields[2].hasPrefix("i="),
            fields[0].dropFirst(2).hasPrefix(nonce), fields[0].utf8.count > nonce.utf8.count + 2,
            let salt = Data(base64Encoded: String(fields[1].dropFirst(2))), !salt.isEmpty, let count = Int(fields[2].dropFirst(2))
        else { throw .malformed }
        guard Self.iterations.contains(count) else { throw .iterations(count) }
        let salted = SymmetricKey(data: Self.derived(password, salt: Array(salt), iterations: count))
        let clientKey = Self.code("Client Key".utf8, salted)
        let rest = "c=\(Data(Self.header.utf8).base64EncodedString()),\(fields[0])"
        let message = Array("\(bare),\(challenge),\(rest)".utf8)
        let proof = zip(clientKey, Self.code(message, SymmetricKey(data: SHA256.hash(data: clientKey)))).map { $0 ^ $1 }
        signature = (SymmetricKey(data: Self.code("Server Key".utf8, salted)), message)
        return "\(rest),p=\(Data(proof).base64EncodedString())"
    }

    /// Verifies the server's final message.
    func verify(_ verdict: String) throws(SCRAMError) {
        let field = verdict.prefix { $0 != "," }
        if field.hasPrefix("e=") { throw .refused(String(field.dropFirst(2).prefix(100))) }
        guard let signature, field.hasPrefix("v="), let code = Data(base64Encoded: String(field.dropFirst(2))) else {
            throw .malformed
        }
        guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signature.message, using: signature.key) else {
            throw .wrongSignature
        }
    }

    private static func code(_ bytes: some Collection<UInt8>, _ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(bytes), using: key))
    }

    /// PBKDF2 with HMAC-SHA-256, one block (RFC 8018 §5.2).
    private static func derived(_ password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8] {
        let key = SymmetricKey(data: password)
        var block = code(salt + [0, 0, 0, 1], key)
        var result = block
        for _ in 1..<iterations {
            block = code(block, key)
            for index in result.indices { result[index] ^= block[index] }
        }
        return result
    }

    /// Applies SASLprep (RFC 4013 §2.1, §2.2): all kinds of spaces become one, and invisible characters are removed.
    private static func prepared(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 > 0x7F }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xAD, 0x34F, 0x1806, 0x180B...0x180D, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: continue
            case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result).precomposedStringWithCompatibilityMapping
    }
}
