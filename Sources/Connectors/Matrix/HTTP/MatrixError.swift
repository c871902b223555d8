/// The reason why a request to a Matrix server failed.
package enum MatrixError: Error, Hashable, CustomStringConvertible {
    /// The server could not be reached.
    ///
    /// - Parameter isSent: A Boolean value that indicates whether the server may have received the request.
    case unreachable(String, isSent: Bool)
    /// The server cannot serve the request now; it may have named the time to retry.
    case unavailable(String, retryAfter: Duration?)
    /// The server refused the request, with a code such as `M_FORBIDDEN` and its text.
    case refused(status: Int, code: String, String)
    /// The response does not follow the protocol.
    case malformedResponse(String)
    case tooLarge(limitInBytes: Int)

    package var description: String {
        switch self {
        case .unreachable(let reason, _): reason
        case .unavailable(let reason, _): reason
        case .refused(_, let code, let text): text.isEmpty ? code : "\(text) (\(code))"
        case .malformedResponse(let reason): reason
        case .tooLarge(let limit): "the response is larger than \(limit >> 10) KiB"
        }
    }

    /// A Boolean value that indicates whether the access token is no longer valid.
    var isUnknownToken: Bool {
        if case .refused(_, "M_UNKNOWN_TOKEN", _) = self { return true }
        if case .refused(_, "M_MISSING_TOKEN", _) = self { return true }
        return false
    }
}
