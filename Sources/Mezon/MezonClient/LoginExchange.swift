import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// The login as request and response: JSON is sent, protobuf is returned (Documentation/Protocol.md §1.2).
struct LoginExchange: Sendable {
    let endpoint: GatewayEndpoint
    let credentials: Credentials

    private struct Body: Encodable {
        struct Account: Encodable {
            let appid: String
            let token: String
        }
        let account: Account
    }

    func request() throws -> SessionHTTPRequest {
        let token = credentials.token.reveal()
        let body = try JSONEncoder().encode(Body(account: .init(appid: credentials.appID, token: token)))
        return SessionHTTPRequest(
            url: endpoint.description + "/v2/apps/authenticate/token",
            headers: [
                "Authorization": "Basic " + Data("\(token):".utf8).base64EncodedString(),
                // The official clients send this type although the body is JSON.
                "Content-Type": "application/proto",
                "Accept": "application/x-protobuf",
            ],
            body: [UInt8](body))
    }

    /// Decodes the session from the response.
    ///
    /// - Throws: `SessionError.refused` if the credentials are wrong; other errors may be retried.
    func session(from response: SessionHTTPResponse, receivedAt: Duration, now: Date) throws -> Session {
        switch response.status {
        case 200..<300:
            guard let wire = try? ApiSession(received: response.body) else {
                throw SessionError.badResponse("the login response is not a session")
            }
            return try Session(wire, base: endpoint, receivedAt: receivedAt, now: now)
        case 400, 401, 403:
            let error = ErrorBody(response.body, hiding: [credentials.token])
            let reason = error.message.isEmpty ? "status \(response.status)" : error.message
            throw SessionError.refused("\(reason) (application \(credentials.appID); check its id and token)")
        default:
            throw SessionError.unavailable(status: response.status)
        }
    }
}
