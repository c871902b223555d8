import Crypto
import Foundation

/// The signatures of Standard Webhooks: for each secret `v1,` and the base64 of the HMAC of `id.timestamp.body`, separated by spaces.
package enum StandardWebhooksSignature {
    package static func text(_ keys: [WebhookSigningKey], id: String, timestamp: String, body: [UInt8]) -> String {
        keys.map { "v1,\(Data($0.code("\(id).\(timestamp).", body)).base64EncodedString())" }.joined(separator: " ")
    }

    static func isAuthentic(_ signatures: String, _ keys: [WebhookSigningKey], id: String, timestamp: String, body: [UInt8])
        -> Bool
    {
        let given = signatures.split(separator: " ").compactMap { signature -> Data? in
            guard signature.hasPrefix("v1,") else { return nil }
            return Data(base64Encoded: String(signature.dropFirst(3)))
        }
        guard !given.isEmpty else { return false }
        return keys.contains { key in
            let code = key.code("\(id).\(timestamp).", body)
            return given.contains { code == $0 }
        }
    }

    /// Returns a Boolean value that indicates whether an id is valid. It must not contain a full stop, or two calls could have the same
    /// signed bytes.
    static func isID(_ id: String) -> Bool {
        (1...256).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") }
    }
}
