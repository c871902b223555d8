/// The reason why a session could not be created or a call failed.
package enum SessionError: Error, Hashable, CustomStringConvertible {
    /// The gateway does not accept the credentials; a retry does not help.
    case refused(String)
    case unreachable(String)
    case timedOut(after: Duration)
    /// The response to the login is not a session, because the gateway is overloaded or out of order.
    case unavailable(status: Int)
    case badResponse(String)
    case responseTooLarge(limitInBytes: Int)
    /// The gateway answered a call with an error. `code` is a gRPC code; 0 if the response contains none.
    case callRefused(call: String, status: Int, code: Int, message: String)

    package var description: String {
        switch self {
        case .refused(let reason): "login refused: \(reason)"
        case .unreachable(let reason): "the gateway cannot be reached: \(reason)"
        case .timedOut(let duration): "the gateway did not answer within \(duration)"
        case .unavailable(let status): "the gateway responded to the login with status \(status)"
        case .badResponse(let reason): "the gateway's response is invalid: \(reason)"
        case .responseTooLarge(let limit): "the gateway's response is larger than \(limit) bytes"
        case .callRefused(let call, let status, let code, let message):
            "\(call) is refused with status \(status), code \(code): \(message)"
        }
    }

    /// A Boolean value that indicates whether the same call may succeed later.
    package var isTemporary: Bool {
        switch self {
        case .unreachable, .timedOut, .unavailable: true
        case .callRefused(_, let status, let code, _): status == 429 || status >= 500 && status != 501 || code == 8
        case .refused, .badResponse, .responseTooLarge: false
        }
    }

    /// A Boolean value that indicates whether a retry is useless until the configuration is changed.
    package var isFinal: Bool { if case .refused = self { true } else { false } }
}
