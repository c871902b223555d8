/// The reason why a webhook was not delivered.
package enum WebhookSendError: Error, Hashable, CustomStringConvertible {
    /// The target's settings are invalid; a retry does not help.
    case unusable(String)
    /// The target refused the call permanently. A redirect counts as a refusal, because it is not followed.
    case refused(status: Int, excerpt: String)
    /// The target did not accept the call but may do so later.
    case unavailable(String, retryAfter: Duration?)
    /// The call was sent but its outcome is unknown. A retry with the same id lets the target recognize it.
    case ambiguous(String)

    package var description: String {
        switch self {
        case .unusable(let reason): "the webhook cannot be used: \(reason)"
        case .refused(let status, let excerpt):
            "the receiver refused it with status \(status)" + (excerpt.isEmpty ? "" : ": \(excerpt)")
        case .unavailable(let reason, _): "it cannot be delivered now: \(reason)"
        case .ambiguous(let reason): "the outcome of the delivery is unknown: \(reason)"
        }
    }
}
