package import BotConfiguration
package import ChatModel
package import Crypto

/// The key that signs a webhook, read from a secret.
package struct WebhookSigningKey: Sendable {
    private let key: SymmetricKey

    /// Reads a secret of Standard Webhooks.
    package init(standard secret: Secret) throws(WebhookSecretError) {
        key = SymmetricKey(data: try WebhookSecret.bytes(standard: secret))
    }

    /// Uses a text as it is, as GitHub and Slack do.
    package init(text secret: Secret) throws(WebhookSecretError) {
        key = SymmetricKey(data: try WebhookSecret.bytes(text: secret))
    }

    package typealias Code = HMAC<SHA256>.MAC

    /// Returns the message authentication code, which compares with bytes in constant time.
    package func code(_ head: String, _ body: [UInt8]) -> Code {
        var hmac = HMAC<SHA256>(key: key)
        hmac.update(data: Array(head.utf8))
        hmac.update(data: body)
        return hmac.finalize()
    }
}
