/// Why a server of Matrix did not do what it was asked for.
package enum MatrixError: Error, Hashable, CustomStringConvertible {
    /// - Parameter isSent: whether it may have had the request, all the same.
    case unreachable(String, isSent: Bool)
    /// It cannot now, and may later; it may have named the time.
    case unavailable(String, retryAfter: Duration?)
    /// It said no: `M_FORBIDDEN`, and what it says besides.
    case refused(status: Int, code: String, String)
    /// It answered something that is no answer.
    case strange(String)
    case tooLarge(limitInBytes: Int)

    package var description: String {
        switch self {
        case .unreachable(let reason, _): reason
        case .unavailable(let reason, _): reason
        case .refused(_, let code, let text): text.isEmpty ? code : "\(text) (\(code))"
        case .strange(let reason): reason
        case .tooLarge(let limit): "the answer is larger than \(limit >> 10) KiB"
        }
    }

    /// Whether the token is none any more.
    var isUnknownToken: Bool {
        if case .refused(_, "M_UNKNOWN_TOKEN", _) = self { return true }
        if case .refused(_, "M_MISSING_TOKEN", _) = self { return true }
        return false
    }
}
