import Foundation
package import MezonModel

/// What a webhook's secret comes to: the bytes that sign.
package enum WebhookSecret {
    private static let prefix = "whsec_"
    private static let lengths = 24...64  // The specification's.
    private static let shortestText = 8

    /// Reads a secret of Standard Webhooks: `whsec_` and base64. A text without that prefix could be meant as it is or as base64, so
    /// it is neither.
    package static func bytes(standard secret: Secret) throws(WebhookSecretError) -> [UInt8] {
        let text = secret.reveal()
        guard text.hasPrefix(prefix) else { throw .notStandard }
        // Some leave the padding out.
        var base64 = String(text.dropFirst(prefix.count))
        while !base64.utf8.count.isMultiple(of: 4) { base64 += "=" }
        guard let bytes = Data(base64Encoded: base64) else { throw .notStandard }
        guard lengths.contains(bytes.count) else { throw .wrongLength(bytes: bytes.count, allowed: lengths) }
        return Array(bytes)
    }

    /// Takes a text as it is, as GitHub and Slack do.
    package static func bytes(text secret: Secret) throws(WebhookSecretError) -> [UInt8] {
        let bytes = Array(secret.reveal().utf8)
        guard bytes.count >= shortestText else { throw .tooShort(least: shortestText) }
        return bytes
    }
}
