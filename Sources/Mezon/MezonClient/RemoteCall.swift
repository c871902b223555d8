import ChatModel
import MezonProtocol

/// A remote procedure call over HTTP as request and response (Documentation/Protocol.md §1.4).
struct RemoteCall: Sendable {
    let rpc: RPC
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
            url: "\(session.api)/mezon.api.Mezon/\(rpc.rawValue)",
            headers: [
                "Authorization": "Bearer \(session.token.reveal())",
                "Content-Type": "application/proto",
                "Accept": "application/proto",
            ],
            body: body)
    }

    func outcome(of answer: SessionHTTPResponse, in session: Session) -> Outcome {
        if answer.isSuccess { return .success(answer.body) }
        let body = ErrorBody(answer.body, hiding: [session.token])
        let error = SessionError.callRefused(call: rpc.rawValue, status: answer.status, code: body.code, message: body.message)
        // Status 403 means an invalid token or a missing permission; only the code in the body tells which.
        let isTokenDead =
            answer.status == 401 || body.code == Self.unauthenticated
            || answer.status == 403 && body.code != Self.permissionDenied
        return isTokenDead ? .unauthenticated(error) : .failure(error)
    }
}
