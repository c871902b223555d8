import BotConfiguration
import ChatModel
import NIOHTTP1
import Testing

@testable import ConnectorKit
@testable import Webhooks

struct WebhookRequestAssemblerTests {
    private static let endpoint = WebhookEndpoint(path: "/a", signing: .none, maxBytes: 4)

    private func head(
        _ method: HTTPMethod = .POST, _ uri: String = "/a", _ headers: [(String, String)] = [("content-length", "2")]
    ) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: HTTPHeaders([("host", "x")] + headers))
    }

    private func begin(_ intake: inout WebhookRequestAssembler, _ head: HTTPRequestHead) -> WebhookRequestAssembler.Step {
        intake.head(head) { $0 == "/a" ? Self.endpoint : nil }
    }

    @Test func `a request is complete at its end, and the next one starts anew`() {
        var intake = WebhookRequestAssembler()
        for body in [[1, 2], [3, 4]] as [[UInt8]] {
            #expect(begin(&intake, head()) == .wait)
            for byte in body { #expect(intake.body([byte]) == .wait) }
            let headers = WebhookHeaders([("host", "x"), ("content-length", "2")])
            #expect(
                intake.end() == .verify(UnverifiedWebhook(endpoint: Self.endpoint, headers: headers, body: body), isLast: false))
        }
    }

    @Test func `a request rejected before its body is the last on its connection`() {
        var intake = WebhookRequestAssembler()
        #expect(begin(&intake, head(.POST, "/b")) == .answer(.notFound, isLast: true, omitsBody: false))
        #expect(intake.body([1]) == .wait)
        #expect(intake.end() == .wait)
        #expect(begin(&intake, head()) == .wait)
        #expect(intake.end() == .wait)
    }

    @Test func `a request rejected without a body allows the next one`() {
        var intake = WebhookRequestAssembler()
        #expect(begin(&intake, head(.HEAD, "/a", [])) == .wait)
        #expect(intake.end() == .answer(.wrongMethod(allowed: "POST"), isLast: false, omitsBody: true))
        #expect(begin(&intake, head()) == .wait)
    }

    @Test func `a body above the limit ends the request`() {
        var intake = WebhookRequestAssembler()
        #expect(begin(&intake, head(.POST, "/a", [("transfer-encoding", "chunked")])) == .wait)
        #expect(intake.body([1, 2, 3, 4]) == .wait)
        #expect(intake.body([5]) == .answer(.tooLarge(limit: 4), isLast: true, omitsBody: false))
        #expect(intake.body([6]) == .wait)
        #expect(intake.end() == .wait)
    }

    @Test func `a request with connection close is the last`() {
        var intake = WebhookRequestAssembler()
        #expect(begin(&intake, head(.POST, "/a", [("content-length", "1"), ("connection", "close")])) == .wait)
        #expect(intake.body([1]) == .wait)
        guard case .verify(_, isLast: true) = intake.end() else { return #expect(Bool(false), "not the last") }
    }

    /// The HTTP parser rejects most of these itself; this check covers the ones that it may let through.
    @Test(arguments: [
        [("content-length", "2"), ("content-length", "2")], [("content-length", "2"), ("transfer-encoding", "chunked")],
        [("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")], [("transfer-encoding", "gzip, chunked")],
        [("content-length", "+2")], [("content-length", "2, 2")], [("content-length", "")],
        [("content-length", "1234567890123456789")],
        [("content-length", "2"), ("upgrade", "h2c")], [("content-length", "2"), ("host", "y")],
    ])
    func `an ambiguous request length is rejected`(headers: [(String, String)]) {
        var intake = WebhookRequestAssembler()
        #expect(begin(&intake, head(.POST, "/a", headers)) == .answer(.malformed, isLast: true, omitsBody: false))
    }
}
