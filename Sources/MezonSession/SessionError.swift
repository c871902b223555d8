/// Why a session could not be had, or a call not be made.
package enum SessionError: Error, Hashable, CustomStringConvertible {
    /// The gateway does not accept these credentials: trying again will not help.
    case refused(String)
    case unreachable(String)
    case timedOut(after: Duration)
    /// The login was answered, but not by a session: the gateway is busy or broken.
    case unavailable(status: Int)
    case badAnswer(String)
    case answerTooLarge(limitInBytes: Int)
    /// The gateway answered a call with an error. `code` is a gRPC code; 0 where the answer names none.
    case callRefused(call: String, status: Int, code: Int, message: String)

    package var description: String {
        switch self {
        case .refused(let reason): "the login is refused: \(reason)"
        case .unreachable(let reason): "the gateway cannot be reached: \(reason)"
        case .timedOut(let duration): "the gateway did not answer within \(duration)"
        case .unavailable(let status): "the gateway answers the login with status \(status)"
        case .badAnswer(let reason): "the gateway's answer cannot be used: \(reason)"
        case .answerTooLarge(let limit): "the gateway's answer is larger than \(limit) bytes"
        case .callRefused(let call, let status, let code, let message):
            "\(call) is refused with status \(status), code \(code): \(message)"
        }
    }

    /// Whether the same call may succeed later.
    package var mayPass: Bool {
        switch self {
        case .unreachable, .timedOut, .unavailable: true
        case .callRefused(_, let status, let code, _): status == 429 || status >= 500 && status != 501 || code == 8
        case .refused, .badAnswer, .answerTooLarge: false
        }
    }

    /// Whether a person has to change something before another try makes sense.
    package var isFinal: Bool { if case .refused = self { true } else { false } }
}
