import ChatModel
import MezonProtocol

/// A remote procedure call over HTTP as request and response (Documentation/Protocol.md §1.4).
struct RemoteCall: Sendable {
    /// The name of the procedure.
    let name: String
    let body: [UInt8]

    enum Outcome: Equatable {
        case success([UInt8])
        /// The token is no longer accepted; the call should be retried with a fresh one.
        case unauthenticated(SessionError)
        case failure(SessionError)
    }

    // gRPC codes
    private static let permissionDenied = 7
    private static let unauthenticated = 16

    func request(in session: Session) -> SessionHTTPRequest {
        SessionHTTPRequest(
            url: "\(session.api)/mezon.api.Mezon/\(name)",
            headers: [
                "Authorization": "Bearer \(session.token.reveal())",
                "Content-Type": "application/proto",
                "Accept": "application/proto",
            ],
            body: body)
    }

    func outcome(of response: SessionHTTPResponse, in session: Session) -> Outcome {
        if response.isSuccess { return .success(response.body) }
        let body = ErrorBody(response.body, hiding: [session.token])
        let error = SessionError.callRefused(call: name, status: response.status, code: body.code, message: body.message)
        // Status 403 means an invalid token or a missing permission; only the code in the body tells which.
        let isTokenDead =
            response.status == 401 || body.code == Self.unauthenticated
            || response.status == 403 && body.code != Self.permissionDenied
        return isTokenDead ? .unauthenticated(error) : .failure(error)
    }
}
