package import BotConfig
package import Crypto
package import MezonModel

/// What signs a webhook's bytes, read from a secret.
package struct WebhookSigningKey: Sendable {
    private let key: SymmetricKey

    /// Reads a secret of Standard Webhooks.
    package init(standard secret: Secret) throws(WebhookSecretError) {
        key = SymmetricKey(data: try WebhookSecret.bytes(standard: secret))
    }

    /// Takes a text as it is, as GitHub and Slack do.
    package init(text secret: Secret) throws(WebhookSecretError) {
        key = SymmetricKey(data: try WebhookSecret.bytes(text: secret))
    }

    package typealias Code = HMAC<SHA256>.MAC

    /// Comparing a code with bytes takes the same time whichever of them differ.
    package func code(_ head: String, _ body: [UInt8]) -> Code {
        var hmac = HMAC<SHA256>(key: key)
        hmac.update(data: Array(head.utf8))
        hmac.update(data: body)
        return hmac.finalize()
    }
}
