import BotConfiguration
import BotTesting
import ChatModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MezonBotApp
import Testing

@testable import Console

struct RequestHandlerTests {
    @Test(arguments: [nil, "evil.example:7350", "127.0.0.1:80"])
    func `a foreign host is refused before anything else`(host: String?) async throws {
        let console = try await ConsoleHarness()
        let cookie = try console.signIn().cookie
        for path in ["/", "/assets/console.css", "/open/x", "/nothing"] {
            #expect(try await console.send(.get, path, host: host, cookie: cookie).status == .forbidden)
        }
    }

    @Test func `an address opens one session, whose cookie scripts and other sites do not get`() async throws {
        let console = try await ConsoleHarness()
        let token = console.sessions.newAddressToken().text
        let opened = try await console.send(.get, "/open/\(token)")
        #expect(opened.status == .seeOther && opened.headers[.location] == "/")
        let cookie = try #require(opened.headers[.setCookie])
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"] { #expect(cookie.contains("; \(attribute)")) }
        let value = String(cookie.prefix { $0 != ";" })
        #expect(try await console.send(.get, "/", cookie: value).status == .ok)
        #expect(try await console.send(.get, "/open/\(token)").status == .unauthorized)
    }

    @Test func `a published console over TLS has secure cookies below its path`() async throws {
        var settings = ConsoleSettings()
        settings.published = .init(origin: try #require(WebOrigin("https://bots.example.org")), path: "/console")
        let console = try await ConsoleHarness(settings: settings)
        let token = console.sessions.newAddressToken().text
        let opened = try await console.send(.get, "/console/open/\(token)", host: "bots.example.org")
        #expect(opened.headers[.location] == "/console/")
        #expect(
            opened.headers[.setCookie]?.contains("; Secure") == true
                && opened.headers[.setCookie]?.contains("Path=/console;") == true)
    }

    @Test(arguments: [
        "/", "/journal", "/journal/1", "/journal/stream?after=0", "/incidents", "/rules", "/schedule", "/bots", "/relays",
        "/editor", "/editor/run", "/editor/revisions",
    ])
    func `pages and streams need a session`(path: String) async throws {
        let console = try await ConsoleHarness()
        #expect(try await console.send(.get, path).status == .unauthorized)
        #expect(
            try await console.send(.get, path, cookie: "mezon_bot_session_7350=\(String(repeating: "0", count: 64))").status
                == .unauthorized)
        let other = try console.signIn().cookie.replacing("7350", with: "7351")
        #expect(try await console.send(.get, path, cookie: other).status == .unauthorized)
    }

    @Test(arguments: [
        "/", "/journal", "/incidents", "/rules", "/schedule", "/bots", "/relays", "/healthz", "/assets/console.js", "/nothing",
        "/open/x",
    ])
    func `every response has the security headers`(path: String) async throws {
        let console = try await ConsoleHarness()
        let response = try await console.send(.get, path, cookie: try console.signIn().cookie)
        let policy = try #require(response.headers[.contentSecurityPolicy])
        #expect(
            policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'")
                && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(response.headers[.xContentTypeOptions] == "nosniff" && response.headers[.cacheControl] == "no-store")
        #expect(response.headers[try #require(HTTPField.Name("Referrer-Policy"))] == "same-origin")
    }

    @Test(arguments: [
        "/sign-out", "/language", "/schedule/1/cancel", "/rules/trigger", "/dead-letters/1/discard", "/relays/resend",
        "/incidents/1/1/undo", "/editor/check", "/editor/save", "/editor/activate", "/editor/backtest", "/editor/complete",
    ])
    func `a change needs the console's origin, a session and the token of its forms`(path: String) async throws {
        let console = try await ConsoleHarness()
        let (cookie, token) = try console.signIn()
        let origin = "http://\(ConsoleHarness.host)"
        let body = "csrf=\(token)"
        #expect(
            try await console.send(.post, path, cookie: cookie, origin: "http://evil.example", body: body).status == .forbidden)
        #expect(try await console.send(.post, path, cookie: cookie, origin: "null", body: body).status == .forbidden)
        #expect(try await console.send(.post, path, cookie: nil, origin: origin, body: body).status == .forbidden)
        #expect(try await console.send(.post, path, cookie: cookie, origin: origin, body: "").status == .forbidden)
        #expect(
            try await console.send(.post, path, cookie: cookie, origin: origin, body: "csrf=\(token.dropLast())").status
                == .forbidden)
        let other = try console.signIn().formToken
        #expect(try await console.send(.post, path, cookie: cookie, origin: origin, body: "csrf=\(other)").status == .forbidden)
        #expect(console.requests.isEmpty)
    }

    @Test func `a body beyond the limit is refused`() async throws {
        let console = try await ConsoleHarness()
        let (cookie, token) = try console.signIn()
        let body = "csrf=\(token)&x=" + String(repeating: "x", count: FormFields.maxBytes)
        #expect(try await console.send(.post, "/rules/trigger", cookie: cookie, body: body).status == .contentTooLarge)
    }

    @Test func `an action asks the application and shows its reply once`() async throws {
        let console = try await ConsoleHarness()
        let (cookie, token) = try console.signIn()
        let answer = try await console.send(
            .post, "/schedule/7/pause", cookie: cookie, origin: "http://\(ConsoleHarness.host)", body: "csrf=\(token)")
        #expect(answer.status == .seeOther && answer.headers[.location] == "/schedule")
        #expect(console.requests == [.pause(job: 7, by: "console")])
        #expect(try await console.send(.get, "/schedule", cookie: cookie).text().contains("done: pause(job: 7"))
        #expect(try await !console.send(.get, "/schedule", cookie: cookie).text().contains("done:"))
    }

    @Test func `other methods are refused`() async throws {
        let console = try await ConsoleHarness()
        for method in [HTTPRequest.Method.put, .delete, .options, .head, .trace] {
            #expect(try await console.send(method, "/", cookie: try console.signIn().cookie).status == .methodNotAllowed)
        }
    }

    @Test func `signing out ends the session`() async throws {
        let console = try await ConsoleHarness()
        let (cookie, token) = try console.signIn()
        _ = try await console.send(.post, "/sign-out", cookie: cookie, body: "csrf=\(token)")
        #expect(try await console.send(.get, "/", cookie: cookie).status == .unauthorized)
    }

    @Test(arguments: [
        ("/journal?before=3", "/journal?before=3"), ("//evil.example", "/"), ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/a\r\nSet-Cookie: x", "/"), ("", "/"),
    ])
    func `a choice of language returns only to an address of the console`(address: String, result: String) {
        #expect(RequestHandler.localAddress(address) == result)
    }

    @Test func `health needs no session and reveals nothing`() async throws {
        let console = try await ConsoleHarness()
        #expect(try await console.send(.get, "/healthz").text() == "ok\n")
        #expect(try await console.send(.get, "/readyz").text() == "ready\n")
        console.report(.make(at: console.time.now, isConnected: false))
        let answer = try await console.send(.get, "/readyz")
        #expect(answer.status == .serviceUnavailable)
        #expect(try await answer.text() == "not ready\n")
    }
}
