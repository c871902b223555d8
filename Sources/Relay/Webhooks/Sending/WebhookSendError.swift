/// Why a webhook was not delivered.
package enum WebhookSendError: Error, Hashable, CustomStringConvertible {
    /// The target cannot be used as it is written: trying again will not help.
    case unusable(String)
    /// It does not want this one, now or later. A redirect is one too: it is not followed.
    case refused(status: Int, excerpt: String)
    /// It has not taken it and may take it later.
    case unavailable(String, retryAfter: Duration?)
    /// It was sent, and nobody knows whether it was taken: the same id again lets the other side tell.
    case ambiguous(String)

    package var description: String {
        switch self {
        case .unusable(let reason): "the webhook cannot be used: \(reason)"
        case .refused(let status, let excerpt): "it is refused with status \(status)" + (excerpt.isEmpty ? "" : ": \(excerpt)")
        case .unavailable(let reason, _): "it cannot be delivered now: \(reason)"
        case .ambiguous(let reason): "whether it was delivered is not known: \(reason)"
        }
    }
}
