package import MezonModel

/// Where others bring what happened to them: a path of our own, and how they prove who they are.
package struct WebhookEndpoint: Hashable, Sendable {
    /// Several secrets all count, so that one can be replaced by the next without losing a call.
    package enum SignatureScheme: Hashable, Sendable {
        /// Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Secrets are `whsec_` and base64.
        case standard([Secret])
        /// `x-hub-signature-256`. It covers no time: whoever has seen a call can bring it again.
        case gitHub([Secret])
        /// `x-slack-signature` and `x-slack-request-timestamp`.
        case slack([Secret])
        /// The secret itself, as `authorization: Bearer …` or in a header `x-…-token`.
        case token([Secret])
        /// Anybody who reaches the address may speak.
        case none
    }

    /// Such as `/hooks/ci`.
    package var path: String
    package var signing: SignatureScheme
    package var mostBytes: Int
    /// As many at once, and as many in each minute that follows.
    package var mostPerMinute: Int

    package init(path: String, signing: SignatureScheme, mostBytes: Int = usualMostBytes, mostPerMinute: Int = usualMostPerMinute)
    {
        self.path = path
        self.signing = signing
        self.mostBytes = mostBytes
        self.mostPerMinute = mostPerMinute
    }

    /// Whether calls can come to it: visible letters that mean nothing else in an address, and not where the receiver tells its health.
    package static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text != healthPath
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#%".utf8.contains($0) }
    }

    package static let healthPath = "/healthz"
    package static let usualMostBytes = 1 << 20
    package static let usualMostPerMinute = 120
}
