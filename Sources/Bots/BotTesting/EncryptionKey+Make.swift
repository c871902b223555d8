package import ChatModel
import Foundation

extension EncryptionKey {
    /// Returns a key for tests; equal numbers give equal keys.
    package static func make(_ number: UInt8 = 1) -> EncryptionKey {
        let text = Data(repeating: number, count: size).base64EncodedString()
        do {
            return try EncryptionKey(Secret(text), source: "env:KEY_\(number)")
        } catch {
            preconditionFailure("32 bytes are a valid key: \(error)")
        }
    }
}
