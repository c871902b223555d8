import Crypto
import Foundation
package import MezonModel

/// Closes texts so that only who has the key can read them, and only where they were put: AES-GCM, with the place of a value as
/// what is authenticated besides.
///
/// A sealed value is a version, the mark of its key, a nonce, what is sealed, and the tag. The nonces are the system's: a key is
/// good for some four thousand million values.
package struct ValueCipher: Sendable {
    /// One key, and what is derived from it for each use.
    struct Key: Sendable {
        /// Says which key it is, and nothing of it.
        let mark: Data
        let source: String
        fileprivate let texts: SymmetricKey
        fileprivate let words: SymmetricKey

        init(_ key: EncryptionKey) {
            let root = SymmetricKey(data: key.reveal())
            func derived(_ use: String, _ count: Int) -> SymmetricKey {
                HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data("mezon-bot 1 \(use)".utf8), outputByteCount: count)
            }
            mark = derived("mark", ValueCipher.markSize).withUnsafeBytes { Data($0) }
            texts = derived("texts", EncryptionKey.size)
            words = derived("words", EncryptionKey.size)
            source = key.source
        }

        /// The mark for a person and for a table.
        var name: String { mark.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() }
    }

    /// What new values are sealed with.
    let current: Key
    private let keys: [Data: Key]

    static let markSize = 8
    private static let version: UInt8 = 1
    private static let headSize = 1 + markSize
    private static let nonceSize = 12
    private static let tagSize = 16
    /// By how much a sealed value is longer.
    static let overhead = headSize + nonceSize + tagSize

    /// - Parameter previous: what values may still be sealed with that were written before.
    package init(_ key: EncryptionKey, previous: [EncryptionKey] = []) {
        current = Key(key)
        keys = Dictionary(([key] + previous).map(Key.init).map { ($0.mark, $0) }) { first, _ in first }
    }

    /// What the current key is called: not a secret.
    package var name: String { current.name }

    /// Whether it can open what is sealed with a key.
    package func knows(_ record: EncryptionKeyRecord) -> Bool { key(named: record.key) != nil }

    func key(named name: String) -> Key? { keys.values.first { $0.name == name } }

    /// - Parameter place: where the value stands; it can be opened nowhere else.
    func sealed(_ bytes: Data, at place: Data) throws -> Data {
        let box = try AES.GCM.seal(bytes, using: current.texts, authenticating: place)
        return Data([Self.version]) + current.mark + Data(box.nonce) + box.ciphertext + box.tag
    }

    func opened(_ bytes: Data, at place: Data) throws(DecryptionError) -> Data {
        guard let mark = Self.mark(of: bytes) else { throw .notSealed }
        guard let key = keys[mark] else { throw .unknownKey }
        do {
            return try AES.GCM.open(
                AES.GCM.SealedBox(combined: bytes.dropFirst(Self.headSize)), using: key.texts, authenticating: place)
        } catch {
            throw .changed
        }
    }

    /// The mark of the key that bytes are sealed with; nil for bytes that cannot be sealed.
    static func mark(of bytes: Data) -> Data? {
        guard bytes.count >= overhead, bytes.first == version else { return nil }
        return Data(bytes.dropFirst().prefix(markSize))
    }

    /// What stands for a word in an index: the same for the same word, and telling nothing of it to who has no key.
    func hidden(_ word: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(word.utf8), using: current.words)
        // As many bits as make two words of one house alike once in a billion houses.
        return code.prefix(12).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }
}

/// Why a sealed value cannot be opened.
enum DecryptionError: Error, Equatable, CustomStringConvertible {
    case notSealed
    case unknownKey
    case changed

    var description: String {
        switch self {
        case .notSealed: "is not sealed, in a store that is"
        case .unknownKey: "is sealed with a key that is not at hand"
        case .changed: "was changed, or belongs elsewhere"
        }
    }
}
