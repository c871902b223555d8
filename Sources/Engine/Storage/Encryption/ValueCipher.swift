package import ChatModel
import Crypto
import Foundation

/// A cipher for stored values: AES-GCM with the location of a value as additional authenticated data, so that a value can only be
/// decrypted at its location.
///
/// An encrypted value consists of a version, the key's fingerprint, a nonce, the ciphertext and the tag. Nonces are random; one key
/// is safe for about four billion values.
package struct ValueCipher: Sendable {
    /// One key, and the keys derived from it for each use.
    struct Key: Sendable {
        /// The fingerprint that identifies the key without revealing it.
        let fingerprint: Data
        let source: String
        fileprivate let texts: SymmetricKey
        fileprivate let words: SymmetricKey

        init(_ key: EncryptionKey) {
            let root = SymmetricKey(data: key.reveal())
            func derived(_ use: String, _ count: Int) -> SymmetricKey {
                HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data("mezon-bot 1 \(use)".utf8), outputByteCount: count)
            }
            fingerprint = derived("mark", ValueCipher.fingerprintSize).withUnsafeBytes { Data($0) }
            texts = derived("texts", EncryptionKey.size)
            words = derived("words", EncryptionKey.size)
            source = key.source
        }

        /// The fingerprint as hexadecimal text, for users and tables.
        var name: String { fingerprint.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() }
    }

    /// The key for new values.
    let current: Key
    private let keys: [Data: Key]

    static let fingerprintSize = 8
    private static let version: UInt8 = 1
    private static let headSize = 1 + fingerprintSize
    private static let nonceSize = 12
    private static let tagSize = 16
    /// The number of bytes by which an encrypted value is longer.
    package static let overhead = headSize + nonceSize + tagSize

    /// - Parameter previous: Older keys with which stored values may still be encrypted.
    package init(_ key: EncryptionKey, previous: [EncryptionKey] = []) {
        current = Key(key)
        keys = Dictionary(([key] + previous).map(Key.init).map { ($0.fingerprint, $0) }) { first, _ in first }
    }

    /// The fingerprint of the current key, which is not secret.
    package var name: String { current.name }

    func key(named name: String) -> Key? { keys.values.first { $0.name == name } }

    /// - Parameter location: The location of the value. It can only be decrypted there.
    func sealed(_ bytes: Data, at location: Data) throws -> Data {
        let box = try AES.GCM.seal(bytes, using: current.texts, authenticating: location)
        return Data([Self.version]) + current.fingerprint + Data(box.nonce) + box.ciphertext + box.tag
    }

    func opened(_ bytes: Data, at location: Data) throws(DecryptionError) -> Data {
        guard let fingerprint = Self.fingerprint(of: bytes) else { throw .notSealed }
        guard let key = keys[fingerprint] else { throw .unknownKey }
        do {
            return try AES.GCM.open(
                AES.GCM.SealedBox(combined: bytes.dropFirst(Self.headSize)), using: key.texts, authenticating: location)
        } catch {
            throw .changed
        }
    }

    /// The fingerprint of the key with which bytes are encrypted; nil for bytes that cannot be an encrypted value.
    static func fingerprint(of bytes: Data) -> Data? {
        guard bytes.count >= overhead, bytes.first == version else { return nil }
        return Data(bytes.dropFirst().prefix(fingerprintSize))
    }

    /// Returns the code of a word for the full-text index: equal for equal words, and meaningless without the key.
    func indexCode(for word: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(word.utf8), using: current.words)
        // Enough bits that two words of one application collide in one of a billion applications.
        return code.prefix(12).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }
}

/// An error that prevents the decryption of a value.
enum DecryptionError: Error, Equatable, CustomStringConvertible {
    case notSealed
    case unknownKey
    case changed

    var description: String {
        switch self {
        case .notSealed: "is not encrypted, although the store is"
        case .unknownKey: "is encrypted with an unknown key"
        case .changed: "was modified or moved"
        }
    }
}
