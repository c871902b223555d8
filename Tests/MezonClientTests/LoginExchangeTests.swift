import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonClient

@Suite struct LoginExchangeTests {
    private let login = LoginExchange(
        endpoint: GatewayEndpoint(host: "gw.mezon.ai"), credentials: Credentials(appID: "1840", token: Secret("top-secret")))

    private func outcome(_ status: Int, _ body: [UInt8]) -> Result<Session, any Error> {
        Result {
            try login.session(
                from: SessionHTTPResponse(status: status, body: body), receivedAt: .zero, now: Date(timeIntervalSince1970: 0))
        }
    }

    @Test func `a login request carries the credentials as header and as body`() throws {
        let request = try login.request()
        #expect(request.url == "https://gw.mezon.ai/v2/apps/authenticate/token")
        #expect(request.headers["Authorization"] == "Basic dG9wLXNlY3JldDo=")
        #expect(request.headers["Content-Type"] == "application/proto")
        let body = try JSONDecoder().decode([String: [String: String]].self, from: Data(request.body))
        #expect(body == ["account": ["appid": "1840", "token": "top-secret"]])
    }

    @Test(arguments: [400, 401, 403])
    func `refused credentials are final, and the reason does not reveal them`(status: Int) {
        let body = Array(#"{"code":16,"message":"token top-secret\nis invalid"}"#.utf8)
        #expect(throws: SessionError.refused("token <secret> is invalid (application 1840; check its id and token)")) {
            try outcome(status, body).get()
        }
        #expect(throws: SessionError.refused("status \(status) (application 1840; check its id and token)")) {
            try outcome(status, []).get()
        }
    }

    @Test(arguments: [302, 404, 429, 500, 503])
    func `any other status is temporary`(status: Int) {
        #expect(throws: SessionError.unavailable(status: status)) { try outcome(status, []).get() }
    }

    @Test func `a login response that is not a session is an error`() {
        #expect(throws: SessionError.badResponse("the login response is not a session")) { try outcome(200, [0xFF, 1]).get() }
        #expect(throws: SessionError.badResponse("the session has no token")) { try outcome(200, []).get() }
    }
}
