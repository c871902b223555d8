package import Crypto
import Foundation
package import MezonModel

/// What signs a webhook's bytes, read from a secret.
package struct WebhookKey: Sendable {
    private static let prefix = "whsec_"
    private static let lengths = 24...64  // The specification's.
    private static let shortestText = 8

    private let key: SymmetricKey

    /// Reads a secret of Standard Webhooks: `whsec_` and base64. A text without that prefix could be meant as it is or as base64, so
    /// it is neither.
    package init(standard secret: Secret) throws(WebhookKeyError) {
        let text = secret.reveal()
        guard text.hasPrefix(Self.prefix) else { throw .notStandard }
        // Some leave the padding out.
        var base64 = String(text.dropFirst(Self.prefix.count))
        while !base64.utf8.count.isMultiple(of: 4) { base64 += "=" }
        guard let bytes = Data(base64Encoded: base64) else { throw .notStandard }
        guard Self.lengths.contains(bytes.count) else { throw .wrongLength(bytes: bytes.count, allowed: Self.lengths) }
        key = SymmetricKey(data: bytes)
    }

    /// Takes a text as it is, as GitHub and Slack do.
    package init(text secret: Secret) throws(WebhookKeyError) {
        let bytes = Array(secret.reveal().utf8)
        guard bytes.count >= Self.shortestText else { throw .tooShort(least: Self.shortestText) }
        key = SymmetricKey(data: bytes)
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

/// Why a secret cannot be used.
package enum WebhookKeyError: Error, Hashable, CustomStringConvertible {
    case none
    case notStandard
    case wrongLength(bytes: Int, allowed: ClosedRange<Int>)
    case tooShort(least: Int)

    package var description: String {
        switch self {
        case .none: "there is no secret; to let everybody in, say so"
        case .notStandard:
            "a secret of Standard Webhooks is 'whsec_' and base64, as `echo whsec_$(openssl rand -base64 32)` makes one"
        case .wrongLength(let bytes, let allowed):
            "a secret of Standard Webhooks has \(allowed.lowerBound) to \(allowed.upperBound) bytes; this one has \(bytes)"
        case .tooShort(let least): "a secret has at least \(least) bytes"
        }
    }
}
