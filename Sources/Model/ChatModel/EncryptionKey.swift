package import Foundation

/// The key that encrypts the texts of a store: 32 bytes that are never printed.
package struct EncryptionKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package static let size = 32  // Bytes: AES-256.

    private let bytes: Data
    /// The origin of the key: `env:SEAL_KEY`, `file:/etc/mezon/seal.key`.
    package let source: String

    /// Reads 32 bytes encoded as Base64 or as 64 hexadecimal digits.
    package init(_ text: Secret, source: String) throws(EncryptionKeyError) {
        let text = text.reveal()
        guard let bytes = Self.hexadecimal(text) ?? Data(base64Encoded: text) else { throw .notText }
        guard bytes.count == Self.size else { throw .wrongLength(bytes: bytes.count) }
        self.bytes = bytes
        self.source = source
    }

    /// Generates a new key, encoded as in a key file.
    package static func text(using random: inout some RandomNumberGenerator) -> Secret {
        Secret(Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }).base64EncodedString())
    }

    package var description: String { "<key from \(source)>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the bytes, for encryption only.
    package func reveal() -> Data { bytes }

    private static func hexadecimal(_ text: String) -> Data? {
        let digits = Array(text.utf8)
        guard digits.count == size * 2 else { return nil }
        var bytes = Data()
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[place]), let low = digit(digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}

/// An error in the text of a key; its description discloses none of it.
package enum EncryptionKeyError: Error, Equatable, CustomStringConvertible {
    case notText
    case wrongLength(bytes: Int)

    package var description: String {
        switch self {
        case .notText: "the key is neither base64 nor 64 hexadecimal digits"
        case .wrongLength(let bytes): "the key has \(bytes) bytes; \(EncryptionKey.size) are required"
        }
    }
}
