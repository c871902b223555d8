import Foundation
package import MezonModel
import Transport

/// The control endpoint of a local gateway, as far as a person needs it who wants to talk there.
package struct TestGatewayControlClient: Sendable {
    private let base: String
    private let time: any TimeSource

    /// - Parameter url: the endpoint's URL, `…/control`.
    package init(url: String, time: any TimeSource) {
        base = url
        self.time = time
    }

    /// The credentials of a person of this name, who is made a member of the clan where there was none.
    ///
    /// - Throws: `SessionError`, also where the address is no local gateway's.
    package func account(named name: String) async throws -> Credentials {
        let body = try JSONEncoder().encode(["name": name])
        let answer = try await post("/accounts", String(decoding: body, as: UTF8.self))
        guard let account = try? JSONDecoder().decode(Account.self, from: Data(answer)) else {
            throw SessionError.badAnswer("no account came back; is it a local gateway?")
        }
        return Credentials(appID: account.appid, token: Secret(account.token))
    }

    /// Sends JSON to a path below the endpoint and returns what it answers.
    @discardableResult
    package func post(_ path: String, _ json: String) async throws -> [UInt8] {
        let caller = BoundedHTTPClient(tls: .standard, time: time, timeout: .seconds(7))
        let request = SessionHTTPRequest(
            url: base + path, headers: ["Content-Type": "application/json"], body: Array(json.utf8))
        let answer: SessionHTTPResponse
        do {
            answer = try await caller.answer(to: request)
        } catch {
            try await caller.close()
            throw error
        }
        try await caller.close()
        guard answer.isSuccess else {
            throw SessionError.callRefused(
                call: path, status: answer.status, code: 0, message: ErrorBody(answer.body, hiding: []).message)
        }
        return answer.body
    }

    private struct Account: Decodable {
        let appid: String
        let token: String
    }
}
