/// An error in a webhook secret.
package enum WebhookSecretError: Error, Hashable, CustomStringConvertible {
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
