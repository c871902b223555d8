package import ChatModel
import Foundation
import Transport

/// A client of the test gateway's control endpoint, for the commands that chat with it.
package struct TestGatewayControlClient: Sendable {
    private let base: String
    private let time: any TimeSource

    /// - Parameter url: The URL of the endpoint, `…/control`.
    package init(url: String, time: any TimeSource) {
        base = url
        self.time = time
    }

    /// Returns the credentials of a user, who is created as a member of the clan if missing.
    ///
    /// - Throws: `SessionError`, also if the address is not that of a test gateway.
    package func account(named name: String) async throws -> Credentials {
        let body = try JSONEncoder().encode(["name": name])
        let response = try await post("/accounts", String(decoding: body, as: UTF8.self))
        guard let account = try? JSONDecoder().decode(Account.self, from: Data(response)) else {
            throw SessionError.badResponse("the response contains no account; is it a test gateway?")
        }
        return Credentials(appID: account.appid, token: Secret(account.token))
    }

    /// Posts JSON to a path below the endpoint and returns the response's body.
    @discardableResult
    package func post(_ path: String, _ json: String) async throws -> [UInt8] {
        let caller = BoundedHTTPClient(tls: .standard, time: time, timeout: .seconds(7))
        let request = SessionHTTPRequest(
            url: base + path, headers: ["Content-Type": "application/json"], body: Array(json.utf8))
        let response: SessionHTTPResponse
        do {
            response = try await caller.response(to: request)
        } catch {
            try await caller.close()
            throw error
        }
        try await caller.close()
        guard response.isSuccess else {
            throw SessionError.callRefused(
                call: path, status: response.status, code: 0, message: ErrorBody(response.body, hiding: []).message)
        }
        return response.body
    }

    private struct Account: Decodable {
        let appid: String
        let token: String
    }
}
