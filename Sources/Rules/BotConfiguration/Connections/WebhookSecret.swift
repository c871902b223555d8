package import ChatModel
import Foundation

/// A decoder of webhook secrets into the bytes of the signing key.
package enum WebhookSecret {
    private static let prefix = "whsec_"
    private static let lengths = 24...64  // From the specification.
    private static let minTextLength = 8

    /// Decodes a secret of Standard Webhooks: `whsec_` and Base64. A text without that prefix is ambiguous and therefore
    /// rejected.
    package static func bytes(standard secret: Secret) throws(WebhookSecretError) -> [UInt8] {
        let text = secret.reveal()
        guard text.hasPrefix(prefix) else { throw .notStandard }
        // The padding is sometimes omitted.
        var base64 = String(text.dropFirst(prefix.count))
        while !base64.utf8.count.isMultiple(of: 4) { base64 += "=" }
        guard let bytes = Data(base64Encoded: base64) else { throw .notStandard }
        guard lengths.contains(bytes.count) else { throw .wrongLength(bytes: bytes.count, allowed: lengths) }
        return Array(bytes)
    }

    /// Returns the bytes of a plain text, as GitHub and Slack use it.
    package static func bytes(text secret: Secret) throws(WebhookSecretError) -> [UInt8] {
        let bytes = Array(secret.reveal().utf8)
        guard bytes.count >= minTextLength else { throw .tooShort(least: minTextLength) }
        return bytes
    }
}
