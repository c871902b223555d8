import Foundation
package import MezonModel

extension EncryptionKey {
    /// A key of which a test names only which one it is.
    package static func make(_ number: UInt8 = 1) -> EncryptionKey {
        let text = Data(repeating: number, count: size).base64EncodedString()
        do {
            return try EncryptionKey(Secret(text), source: "env:KEY_\(number)")
        } catch {
            preconditionFailure("32 bytes are a key: \(error)")
        }
    }
}
