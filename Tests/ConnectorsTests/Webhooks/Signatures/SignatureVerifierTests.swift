import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import Webhooks

struct SignatureVerifierTests {
    private static let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    private static let other = Secret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    private static let body = Array(#"{"test": 2432232314}"#.utf8)
    private static let sentAt = Date(timeIntervalSince1970: 1_614_265_330)
    /// The test vector of the reference libraries.
    private static let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

    private static func headers(
        id: String = "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: String = "1614265330", signature: String = signature
    ) -> WebhookHeaders {
        WebhookHeaders([("Webhook-Id", id), ("webhook-timestamp", timestamp), ("webhook-signature", signature)])
    }

    private func verify(
        _ headers: WebhookHeaders, _ body: [UInt8] = body, secrets: [Secret] = [secret], at now: Date = sentAt
    ) throws -> SignatureVerifier.Result {
        try SignatureVerifier(.standard(secrets)).result(of: body, headers, at: now)
    }

    @Test func `the reference vector of Standard Webhooks is verified and reproduced`() throws {
        #expect(try verify(Self.headers()) == .authentic(id: "msg_p5jXN8AQM9LWM0D4loKWxJek"))
        let key = try WebhookSigningKey(standard: Self.secret)
        #expect(
            StandardWebhooksSignature.text([key], id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body: Self.body)
                == Self.signature)
    }

    @Test(arguments: [-300.0, -299.5, 0, 300])
    func `a timestamp may differ by five minutes`(seconds: Double) throws {
        #expect(try verify(Self.headers(), at: Self.sentAt + seconds) != .forged)
    }

    @Test(arguments: [-301.0, -300.1, 300.1, 86_400, -86_400])
    func `a timestamp that differs by more than five minutes is rejected`(seconds: Double) throws {
        #expect(try verify(Self.headers(), at: Self.sentAt + seconds) == .forged)
    }

    @Test(arguments: [
        headers(signature: ""), headers(signature: "v1,"), headers(signature: "v1,AAAA"),
        headers(signature: "v1a," + signature.dropFirst(3)),
        headers(signature: String(signature.dropFirst(3))), headers(signature: "v2," + signature.dropFirst(3)),
        headers(signature: signature.replacing("g0hM", with: "G0hM")),
        headers(
            signature: signature.replacing(" ", with: ",")
                .replacing("v1,", with: "v1 ")),
        headers(id: "msg_other"), headers(id: ""), headers(id: "a.b"), headers(timestamp: "1614265331"),
        headers(timestamp: "+1614265330"), headers(timestamp: "01614265330"), headers(timestamp: "1614265330.0"),
        headers(timestamp: "99999999999999999999999"), headers(timestamp: ""), headers(timestamp: "١٦١٤٢٦٥٣٣٠"),
        WebhookHeaders([("webhook-id", "a")]), WebhookHeaders([] as [(String, String)]),
        WebhookHeaders([
            ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"), ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            ("webhook-timestamp", "1614265330"), ("webhook-signature", signature),
        ]),
    ])
    func `a request that differs from its signature is rejected`(headers: WebhookHeaders) throws {
        #expect(try verify(headers) == .forged)
    }

    @Test func `a body with the same meaning in other bytes is rejected`() throws {
        #expect(try verify(Self.headers(), Array(#"{"test":2432232314}"#.utf8)) == .forged)
        #expect(try verify(Self.headers(), Self.body + [10]) == .forged)
        #expect(try verify(Self.headers(), []) == .forged)
    }

    @Test func `any of several signatures and any of several secrets is accepted`() throws {
        let several = Self.headers(signature: "v1a,AAAA v1,AAAA \(Self.signature) v1,")
        #expect(try verify(several) != .forged)
        #expect(try verify(Self.headers(), secrets: [Self.other, Self.secret]) != .forged)
        #expect(try verify(Self.headers(), secrets: [Self.other]) == .forged)
        let unpadded = Secret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        let signature = StandardWebhooksSignature.text(
            [try WebhookSigningKey(standard: Self.other)], id: "a", timestamp: "1614265330", body: Self.body)
        #expect(try verify(Self.headers(id: "a", signature: signature), secrets: [unpadded]) != .forged)
    }

    @Test func `bytes cannot move from the body into the timestamp`() throws {
        let key = try WebhookSigningKey(standard: Self.secret)
        let body = Array("1614265331.rest".utf8)
        let signature = StandardWebhooksSignature.text([key], id: "a", timestamp: "1614265330", body: body)
        #expect(try verify(Self.headers(id: "a", signature: signature), body) != .forged)
        let moved = Self.headers(id: "a.1614265330", timestamp: "1614265331", signature: signature)
        #expect(try verify(moved, Array("rest".utf8)) == .forged)
    }

    @Test func `the GitHub vector is verified, and its id is derived from the signed content`() throws {
        let check = try SignatureVerifier(.gitHub([Secret("another secret"), Secret("It's a Secret to Everybody")]))
        let body = Array("Hello, World!".utf8)
        let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
        let judgements = ["a", "b"].map { delivery in
            check.result(
                of: body, WebhookHeaders([("X-Hub-Signature-256", signature), ("x-github-delivery", delivery)]), at: Self.sentAt)
        }
        let id = "sha256-dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f"
        #expect(judgements == [.authentic(id: id), .authentic(id: id)])
        for wrong in [signature.uppercased(), String(signature.dropLast()), signature + "0", "sha1=757107ea", ""] {
            #expect(check.result(of: body, WebhookHeaders([("x-hub-signature-256", wrong)]), at: Self.sentAt) == .forged)
        }
        #expect(check.result(of: body + [1], WebhookHeaders([("x-hub-signature-256", signature)]), at: Self.sentAt) == .forged)
    }

    @Test func `the Slack vector is verified for five minutes`() throws {
        let secret = Secret("8f742231b10e8888abcd99yyyzzz85a5")
        let check = try SignatureVerifier(.slack([secret]))
        let body = Array(
            ("token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar"
                + "&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com"
                + "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
                + "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c").utf8)
        let signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
        let headers = WebhookHeaders([("X-Slack-Request-Timestamp", "1531420618"), ("X-Slack-Signature", signature)])
        let sentAt = Date(timeIntervalSince1970: 1_531_420_618)
        guard case .authentic(let id?) = check.result(of: body, headers, at: sentAt + 300) else {
            return #expect(Bool(false), "forged")
        }
        #expect(id.hasPrefix("sha256-"))
        #expect(check.result(of: body, headers, at: sentAt + 301) == .forged)
        #expect(check.result(of: body + [1], headers, at: sentAt) == .forged)
    }

    @Test func `a token is accepted from its headers together with the caller's id`() throws {
        let check = try SignatureVerifier(.token([Secret("old-secret"), Secret("new-secret")]))
        func verify(_ headers: [(String, String)]) -> SignatureVerifier.Result {
            check.result(of: [], WebhookHeaders(headers), at: Self.sentAt)
        }
        #expect(verify([("Authorization", "Bearer new-secret")]) == .authentic(id: nil))
        #expect(verify([("authorization", "bearer old-secret"), ("webhook-id", "a")]) == .authentic(id: "a"))
        #expect(verify([("X-Gitlab-Token", "old-secret"), ("x-github-delivery", "b")]) == .authentic(id: "b"))
        for wrong in [
            [], [("authorization", "new-secret")], [("authorization", "Bearer new-secre")],
            [("authorization", "Bearer new-secret ")],
            [("x-token-y", "new-secret")], [("x-gitlab-token", "")],
        ] as [[(String, String)]] {
            #expect(verify(wrong) == .forged)
        }
    }

    @Test(arguments: [
        (WebhookEndpoint.SignatureScheme.standard([]), WebhookSecretError.none), (.token([]), .none), (.gitHub([]), .none),
        (.standard([Secret("a plain text of more than twenty-four")]), .notStandard),
        (.standard([Secret("whsec_!!!")]), .notStandard),
        (.standard([Secret("whsec_AAAA")]), .wrongLength(bytes: 3, allowed: 24...64)),
        (.standard([secret, Secret("whsec_")]), .wrongLength(bytes: 0, allowed: 24...64)),
        (.gitHub([Secret("")]), .tooShort(least: 8)), (.slack([Secret("1234567")]), .tooShort(least: 8)),
        (.token([Secret("")]), .tooShort(least: 8)),
    ])
    func `an invalid webhook secret is rejected`(signing: WebhookEndpoint.SignatureScheme, error: WebhookSecretError) {
        #expect(throws: error) { _ = try SignatureVerifier(signing) }
    }

    @Test func `stored headers contain no credentials`() {
        let headers = WebhookHeaders([
            ("Authorization", "Bearer a"), ("Cookie", "b"), ("webhook-signature", "c"), ("x-hub-signature-256", "d"),
            ("X-GitHub-Event", "push"), ("Content-Type", "text/plain"), ("x-gitlab-token", "e"),
        ])
        #expect(headers.kept == ["x-github-event": "push", "content-type": "text/plain"])
    }
}
