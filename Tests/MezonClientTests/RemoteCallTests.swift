import ChatModel
import MezonProtocol
import Testing

@testable import MezonClient

@Suite struct RemoteCallTests {
    private let call = RemoteCall(name: "ListChannelMessages", body: [1, 2])

    @Test func `a remote call is sent to the session's address with its token`() throws {
        let session = try Session.make()
        let expected = SessionHTTPRequest(
            url: "https://gw.mezon.ai/mezon.api.Mezon/ListChannelMessages",
            headers: [
                "Authorization": "Bearer " + session.token.reveal(), "Content-Type": "application/proto",
                "Accept": "application/proto",
            ], body: [1, 2])
        #expect(call.request(in: session) == expected)
    }

    @Test(arguments: [
        (200, "abc", true, false), (204, "", true, false), (401, "", false, true), (403, "", false, true),
        (403, #"{"code":7,"message":"permission denied"}"#, false, false), (500, #"{"code":16}"#, false, true),
        (404, #"{"code":5,"message":"channel not found"}"#, false, false), (501, "not json", false, false),
        (302, "", false, false),
    ])
    func `a response is success, expired token or failure`(status: Int, body: String, isSuccess: Bool, isTokenDead: Bool) throws {
        let outcome = call.outcome(of: SessionHTTPResponse(status: status, body: Array(body.utf8)), in: try Session.make())
        switch outcome {
        case .success(let bytes):
            #expect(isSuccess)
            #expect(bytes == Array(body.utf8))
        case .unauthenticated: #expect(isTokenDead)
        case .failure: #expect(!isSuccess && !isTokenDead)
        }
    }

    @Test func `a failure carries status, code and message in one line`() throws {
        let body = Array(#"{"code":5,"message":"channel\u0007 not\nfound"}"#.utf8)
        #expect(
            call.outcome(of: SessionHTTPResponse(status: 404, body: body), in: try Session.make())
                == .failure(.callRefused(call: "ListChannelMessages", status: 404, code: 5, message: "channel  not found")))
    }
}
