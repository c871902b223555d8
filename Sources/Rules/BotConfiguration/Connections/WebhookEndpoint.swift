package import ChatModel

/// An endpoint that receives webhooks: its path, and the authentication of callers.
package struct WebhookEndpoint: Hashable, Sendable {
    /// The signature scheme. Each of several secrets is accepted, so that one can be replaced without losing a call.
    package enum SignatureScheme: Hashable, Sendable {
        /// Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Secrets are `whsec_` and Base64.
        case standard([Secret])
        /// The scheme of GitHub: `x-hub-signature-256`. It does not cover a timestamp, so a captured call can be replayed.
        case gitHub([Secret])
        /// The scheme of Slack: `x-slack-signature` and `x-slack-request-timestamp`.
        case slack([Secret])
        /// The secret itself, as `authorization: Bearer …` or in a header `x-…-token`.
        case token([Secret])
        /// No authentication: anyone who reaches the address may post.
        case none
    }

    /// The path, such as `/hooks/ci`.
    package var path: String
    package var signing: SignatureScheme
    package var maxBytes: Int
    /// The maximum number of calls at once, and per minute after that.
    package var maxPerMinute: Int

    package init(path: String, signing: SignatureScheme, maxBytes: Int = defaultMaxBytes, maxPerMinute: Int = defaultMaxPerMinute)
    {
        self.path = path
        self.signing = signing
        self.maxBytes = maxBytes
        self.maxPerMinute = maxPerMinute
    }

    /// Returns whether a text is a valid path: printable characters without special meaning in an address, and not the path of
    /// the health check.
    package static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text != healthPath
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#%".utf8.contains($0) }
    }

    package static let healthPath = "/healthz"
    package static let defaultMaxBytes = 1 << 20
    package static let defaultMaxPerMinute = 120
}
