import BotTesting
import ChatModel
import MezonClient
import Testing

@testable import ConnectorKit
@testable import Matrix

/// Tests file transfer over HTTP with untrusted peers.
@Suite(.timeLimit(.minutes(5))) struct FileTransferTests {
    private static let token = "canary-token"

    private func web(_ port: Int, time: any TimeSource = SystemTime(), isLetIn: Bool = true) throws -> WebFileSource {
        let origin = try #require(WebOrigin("http://127.0.0.1:\(port)"))
        return WebFileSource(allowedPrivate: isLetIn ? [origin] : [], time: time) { host in
            host == "inside.example"
                ? [IPAddress("127.0.0.1")].compactMap(\.self) : [IPAddress(host)].compactMap(\.self)
        }
    }

    private func outcome<Value: Sendable>(_ work: () async throws -> Value) async throws -> Result<Value, FileTransferError> {
        do { return .success(try await work()) } catch let trouble as FileTransferError { return .failure(trouble) }
    }

    private func with<Value>(
        _ replies: [String: TestWebhookTarget.Reply], _ body: (TestWebhookTarget) async throws -> Value
    ) async throws -> Value {
        let target = try await TestWebhookTarget(replies)
        let result: Result<Value, any Error>
        do { result = .success(try await body(target)) } catch { result = .failure(error) }
        try await target.stop()
        return try result.get()
    }

    private func withMatrix<Value: Sendable>(
        _ replies: [String: TestWebhookTarget.Reply], most: Int = 1000, token: Secret? = Secret(token),
        _ body: (MatrixFileHost, TestWebhookTarget) async throws -> Value
    ) async throws -> Value {
        try await with(replies) { target in
            let server = try #require(WebOrigin("http://127.0.0.1:\(target.port)"))
            let pin = try #require(IPAddress("127.0.0.1"))
            return try await PinnedClient.with("127.0.0.1", at: pin) { client in
                try await body(
                    MatrixFileHost(server: server, time: SystemTime(), maxBytes: most) { token.map { (client, $0) } }, target)
            }
        }
    }

    // From the web

    @Test(arguments: [
        (
            TestWebhookTarget.Reply.answer(200, headers: [("content-type", "image/png")], body: "12345"),
            Result<TransferredFile, FileTransferError>.success(
                TransferredFile(name: "", mediaType: "image/png", bytes: Array("12345".utf8)))
        ),
        (
            .answer(200, headers: [("content-type", "text/html")]),
            .success(TransferredFile(name: "", mediaType: FileNameSanitizer.bytes, bytes: []))
        ),
        (
            .answer(200, body: String(repeating: "x", count: 100)),
            .success(TransferredFile(name: "", mediaType: FileNameSanitizer.bytes, bytes: Array(repeating: 120, count: 100)))
        ),
        (.answer(200, body: String(repeating: "x", count: 101)), .failure(.tooLarge(limitInBytes: 100))),
        (.answer(302, headers: [("location", "/ok")]), .failure(.refused("the server responded with status 302"))),
        (.answer(204), .failure(.refused("the server responded with status 204"))),
        (.answer(404), .failure(.refused("the server responded with status 404"))),
        (
            .answer(429, headers: [("retry-after", "7")]),
            .failure(.unavailable("the server responded with status 429", retryAfter: .seconds(7)))
        ),
        (
            .answer(503, headers: [("retry-after", "99999999")]),
            .failure(.unavailable("the server responded with status 503", retryAfter: .seconds(60)))
        ),
        (.answer(500), .failure(.unavailable("the server responded with status 500", retryAfter: nil))),
        (.answer(200, headers: (0..<201).map { ("x-\($0)", "y") }), .failure(.refused("the response has too many headers"))),
        (.hangUp, .failure(.unavailable("it closed the connection", retryAfter: nil))),
    ]) func `a web response yields a file or an error`(
        reply: TestWebhookTarget.Reply, expected: Result<TransferredFile, FileTransferError>
    )
        async throws
    {
        try await with(["/f": reply]) { target in
            let files = try web(target.port)
            let result = try await outcome { try await files.fetch("http://127.0.0.1:\(target.port)/f", maxBytes: 100) }
            #expect(result == expected)
            #expect(target.posts.map(\.path) == ["/f"])
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n", "0123456789", Result<Int, FileTransferError>.success(3)),
        ("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n", "x", .failure(.tooLarge(limitInBytes: 5000))),
        ("HTTP/1.1 200 OK\r\n\r\n", String(repeating: "0123456789", count: 100), .failure(.tooLarge(limitInBytes: 5000))),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
            "3e8\r\n" + String(repeating: "0123456789", count: 100) + "\r\n", .failure(.tooLarge(limitInBytes: 5000))
        ),
    ]) func `a false size and an endless body are bounded`(
        head: String, piece: String, expected: Result<Int, FileTransferError>
    ) async throws {
        let server = try await RawServer(RawServer.Script(head, piece, count: nil))
        let files = try web(server.port)
        let result = try await outcome { try await files.fetch("http://127.0.0.1:\(server.port)/f", maxBytes: 5000).bytes.count }
        #expect(result == expected)
        try await server.stop()
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", "it closed the connection"),
        ("HTTP/9 what\r\n\r\n", "the server does not speak HTTP"), ("\0\0\0\0", "the server does not speak HTTP"),
    ]) func `an incomplete response is not a file`(head: String, reason: String) async throws {
        let server = try await RawServer(RawServer.Script(head))
        let files = try web(server.port)
        let result = try await outcome { try await files.fetch("http://127.0.0.1:\(server.port)/f", maxBytes: 5000) }
        #expect(result == .failure(.unavailable(reason, retryAfter: nil)))
        try await server.stop()
    }

    @Test func `an endless response times out`() async throws {
        let time = ManualTime()
        try await with(["/f": .endless(200)]) { target in
            let files = try web(target.port, time: time)
            async let result = outcome { try await files.fetch("http://127.0.0.1:\(target.port)/f", maxBytes: 100) }
            await target.waitForPost()
            await time.waitForSleepers()
            time.advance(by: .seconds(60))
            #expect(
                try await result == .failure(.unavailable("the transfer did not finish within 60.0 seconds", retryAfter: nil)))
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:{}/f", "http://inside.example:{}/f", "http://[::1]:{}/f", "http://[::ffff:127.0.0.1]:{}/f",
        "http://10.0.0.1/f", "http://169.254.169.254/latest/meta-data", "https://0.0.0.0/f",
    ]) func `private addresses are not read unless allowed`(address: String) async throws {
        try await with(["/f": .answer(200)]) { target in
            let files = try web(target.port, isLetIn: false)
            let result = try await outcome {
                try await files.fetch(address.replacing("{}", with: "\(target.port)"), maxBytes: 100)
            }
            #expect(result == .failure(.refused("its host has a private address")))
            #expect(target.posts.isEmpty)
        }
    }

    @Test(arguments: ["http://127.1/f", "file:///etc/passwd", "http://a@127.0.0.1/f", "http://x y/", "gopher://a/", "http:///f"])
    func `an invalid address is not requested`(address: String) async throws {
        let files = try web(1)
        let result = try await outcome { try await files.fetch(address, maxBytes: 100) }
        #expect(result == .failure(.refused("its URL is invalid")))
    }

    // From and to Matrix

    @Test func `a Matrix file is read with the token, which is sent nowhere else`() async throws {
        let path = "/_matrix/client/v1/media/download/a.example/id"
        try await withMatrix([path: .answer(200, headers: [("content-type", "image/png")], body: "abc")]) { matrix, target in
            let file = try await matrix.fetch("mxc://a.example/id", maxBytes: 100)
            #expect(file == TransferredFile(name: "", mediaType: "image/png", bytes: Array("abc".utf8)))
            let post = try #require(target.posts.first)
            #expect((post.method, post.path) == ("GET", path))
            #expect(post.headers["authorization"] == "Bearer \(Self.token)")
        }
    }

    @Test(arguments: [
        (
            TestWebhookTarget.Reply.answer(307, headers: [("location", "https://cdn.example/x")]),
            FileTransferError.refused("the server responded with status 307")
        ),
        (.answer(404, body: #"{"errcode":"M_NOT_FOUND"}"#), .refused("the server responded with status 404")),
        (.answer(401), .unavailable("the server responded with status 401", retryAfter: nil)),
        (.answer(200, body: String(repeating: "x", count: 1001)), .tooLarge(limitInBytes: 1000)),
    ]) func `a failed Matrix download yields an error`(reply: TestWebhookTarget.Reply, trouble: FileTransferError) async throws {
        try await withMatrix(["/_matrix/client/v1/media/download/a/b": reply]) { matrix, _ in
            let result = try await outcome { try await matrix.fetch("mxc://a/b", maxBytes: 5000) }
            #expect(result == .failure(trouble))
        }
    }

    @Test func `an invalid Matrix address, or a missing login, sends no request`() async throws {
        try await withMatrix([:]) { matrix, target in
            let result = try await outcome { try await matrix.fetch("mxc://a/../../v3/logout", maxBytes: 10) }
            #expect(result == .failure(.refused("its URL is not a Matrix content URI")))
            #expect(target.posts.isEmpty)
        }
        try await withMatrix([:], token: nil) { matrix, target in
            let trouble = FileTransferError.unavailable("the bot is not logged in to Matrix", retryAfter: nil)
            let fetched = try await outcome { try await matrix.fetch("mxc://a/b", maxBytes: 10) }
            #expect(fetched == .failure(trouble))
            let hosted = try await outcome {
                try await matrix.host(TransferredFile(name: "a", mediaType: "text/plain", bytes: []))
            }
            #expect(hosted == .failure(trouble))
            #expect(target.posts.isEmpty)
        }
    }

    @Test(arguments: [
        (
            TestWebhookTarget.Reply.answer(200, body: #"{"content_uri":"mxc://a.example/new"}"#),
            Result<String, FileTransferError>.success("mxc://a.example/new")
        ),
        (
            .answer(200, body: #"{"content_uri":"https://a.example/new"}"#),
            .failure(.refused("the response has no valid content URI"))
        ),
        (.answer(200, body: #"{"content_uri":7}"#), .failure(.refused("the response has no valid content URI"))),
        (
            .answer(200, body: "[" + String(repeating: "[", count: 9000)),
            .failure(.refused("the response has no valid content URI"))
        ),
        (.answer(200, body: String(repeating: " ", count: 70_000)), .failure(.tooLarge(limitInBytes: 65_536))),
        (.answer(413), .failure(.refused("the file is too large for the server"))),
        (.answer(403), .failure(.refused("the server responded with status 403"))),
        (.answer(502), .failure(.unavailable("the server responded with status 502", retryAfter: nil))),
    ]) func `a file is uploaded to a Matrix server`(reply: TestWebhookTarget.Reply, expected: Result<String, FileTransferError>)
        async throws
    {
        let path = "/_matrix/media/v3/upload?filename=m%C3%A8o%20%26%201.png"
        try await withMatrix([path: reply]) { matrix, target in
            let file = TransferredFile(name: "mèo & 1.png", mediaType: "image/png", bytes: [1, 2, 3])
            let result = try await outcome { try await matrix.host(file) }
            #expect(result == expected)
            let post = try #require(target.posts.first)
            #expect((post.method, post.path, post.body) == ("POST", path, [1, 2, 3]))
            #expect(post.headers["content-type"] == "image/png")
        }
    }
}
