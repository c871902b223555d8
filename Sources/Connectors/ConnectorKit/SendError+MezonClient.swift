package import Delivery
package import MezonClient

/// Errors of requests to Mezon.
extension SendError {
    private static let resourceExhausted = 8  // gRPC codes (Documentation/Protocol.md §2.4).
    /// Aborted, internal, unavailable: the server may have performed the request before it failed.
    private static let uncertain: Set<Int> = [10, 13, 14]

    /// Maps an error of an HTTP request. Without a response the request may have been performed, whatever happened to the
    /// connection.
    package init(_ error: SessionError) {
        switch error {
        case .callRefused(_, 429, _, let message), .callRefused(_, _, Self.resourceExhausted, let message):
            self = .unavailable(message, retryAfter: nil)
        case .callRefused(_, let status, let code, let message):
            let isUncertain = status >= 500 || Self.uncertain.contains(code)
            self = isUncertain ? .ambiguous("\(error)") : .refused(code: code == 0 ? status : code, message)
        case .refused: self = .unavailable("\(error)", retryAfter: nil)
        case .unreachable, .timedOut, .unavailable, .badResponse, .responseTooLarge: self = .ambiguous("\(error)")
        }
    }

    /// Maps an error of a request over the socket.
    package init(_ error: SocketError) {
        switch error {
        case .notConnected: self = .notConnected
        case .tooManyRequests: self = .unavailable("\(error)", retryAfter: nil)
        case .refused(Self.resourceExhausted, let message): self = .unavailable(message, retryAfter: nil)
        case .refused(let code, let message):
            self = Self.uncertain.contains(code) ? .ambiguous("\(error)") : .refused(code: code, message)
        case .overtaken(let pending): self = .overtaken(pending: pending)
        case .notAcknowledged, .connectionLost, .unexpectedReply, .loginRefused, .badAddress, .unreachable, .untrusted,
            .upgradeRefused:
            self = .ambiguous("\(error)")
        }
    }
}
