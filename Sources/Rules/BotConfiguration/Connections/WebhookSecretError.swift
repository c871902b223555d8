/// An error in a webhook secret.
package enum WebhookSecretError: Error, Hashable, CustomStringConvertible {
    case none
    case notStandard
    case wrongLength(bytes: Int, allowed: ClosedRange<Int>)
    case tooShort(least: Int)

    package var description: String {
        switch self {
        case .none: "there is no secret; set signature: none to accept unsigned requests"
        case .notStandard:
            "a Standard Webhooks secret is 'whsec_' and base64, as printed by `echo whsec_$(openssl rand -base64 32)`"
        case .wrongLength(let bytes, let allowed):
            "a Standard Webhooks secret has \(allowed.lowerBound) to \(allowed.upperBound) bytes, not \(bytes)"
        case .tooShort(let least): "a secret must have at least \(least) bytes"
        }
    }
}
