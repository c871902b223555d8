import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite(.timeLimit(.minutes(15))) struct ConnectionRouterHTTPTests {
    @Test func `a login returns a session that clients accept`() async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("mezon-bot"), headers: ["Authorization: Basic b'eDp5'"])
            #expect(session.token.split(separator: ".").count == 3)
            #expect(session.userID == UserID.bot.rawValue)
            #expect(session.apiURL == address.baseURL)
            #expect(session.wsURL == address.authority)
            #expect(session.idToken.isEmpty)
        }
    }

    @Test func `the Python SDK receives a socket address with a scheme`() async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(
                gateway.named("mezon-bot"), headers: ["User-Agent: Python/3.12 aiohttp/3.13"])
            #expect(session.wsURL == "ws://\(address.authority)")
        }
    }

    @Test(arguments: [
        #"{"account":{"appid":"1900000000000000101","token":"no"}}"#, "{}", "", "[[[", #"{"account":{"appid":1.5,"token":""}}"#,
    ])
    func `a wrong login is answered 401 in JSON`(body: String) async throws {
        try await withGateway { _, address in
            let answer = try await address.ask("POST", "/v2/apps/authenticate/token", Array(body.utf8))
            #expect(answer.head.hasPrefix("HTTP/1.1 401"))
            #expect(String(decoding: answer.body, as: UTF8.self) == #"{"code":16,"message":"invalid authentication token"}"#)
        }
    }

    @Test func `a token expires and can be revoked`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 1_800_000_000))
        try await withGateway(time: time) { gateway, address in
            let session = try await address.login(gateway.named("mezon-bot"))
            let headers = ["Authorization: Bearer \(session.token)"]
            let good = try await address.ask("POST", "/mezon.api.Mezon/ListClanDescs", headers: headers)
            #expect(good.head.hasPrefix("HTTP/1.1 200"))
            time.advance(by: .seconds(3600))
            let ended = try await address.ask("POST", "/mezon.api.Mezon/ListClanDescs", headers: headers)
            #expect(ended.head.hasPrefix("HTTP/1.1 401"))

            let fresh = try await address.login(gateway.named("mezon-bot"))
            try await gateway.revokeSessions()
            let (_, head) = try await address.upgrade(fresh.token)
            #expect(head.hasPrefix("HTTP/1.1 401"))
        }
    }

    @Test(arguments: [([], false), (["Sec-WebSocket-Protocol: protobuf"], true)])
    func `a subprotocol is echoed only when it was offered`(headers: [String], isEchoed: Bool) async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("mezon-bot"))
            let (_, head) = try await address.upgrade(session.token, headers: headers)
            #expect(head.hasPrefix("HTTP/1.1 101"))
            #expect(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            #expect(head.contains("Sec-WebSocket-Protocol: protobuf") == isEchoed)
        }
    }

    @Test(arguments: [(204, "HTTP/1.1 204"), (200, "HTTP/1.1 200")])
    func `a call that returns nothing is answered with a status and a content type`(status: Int, expected: String) async throws {
        var configuration = GatewayConfiguration()
        configuration.switches.emptyRPC = status
        try await withGateway(configuration) { gateway, address in
            let session = try await address.login(gateway.named("mezon-bot"))
            var menu = ApiQuickMenuAccess()
            menu.menuName = "poll"
            let answer = try await address.ask(
                "POST", "/mezon.api.Mezon/AddQuickMenuAccess", menu.wireBytes, headers: ["Authorization: Bearer \(session.token)"]
            )
            #expect(answer.head.hasPrefix(expected))
            #expect(answer.head.contains("Content-Type: application/proto"))
            #expect(answer.body.isEmpty)
        }
    }

    @Test func `an attachment is announced, uploaded once and downloaded`() async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("mezon-bot"))
            var request = ApiUploadAttachmentRequest()
            request.filename = "../../etc/passwd"
            request.filetype = "text/plain"
            request.size = 3
            let answer = try await address.ask(
                "POST", "/mezon.api.Mezon/UploadAttachmentFile", request.wireBytes,
                headers: ["Authorization: Bearer \(session.token)"])
            let upload = try ApiUploadAttachment(serializedBytes: answer.body)
            #expect(upload.url.hasPrefix(address.baseURL))
            #expect(!upload.filename.contains(".."))
            let path = String(upload.url.dropFirst(address.baseURL.count))
            #expect(try await address.ask("PUT", path + "x", Array("no".utf8)).head.hasPrefix("HTTP/1.1 404"))
            #expect(try await address.ask("PUT", path, Array("abc".utf8)).head.hasPrefix("HTTP/1.1 200"))
            #expect(try await address.ask("PUT", path, Array("abd".utf8)).head.hasPrefix("HTTP/1.1 409"))
            let read = try await address.ask("GET", "/" + upload.filename)
            #expect(read.head.contains("Content-Type: text/plain"))
            #expect(String(decoding: read.body, as: UTF8.self) == "abc")
        }
    }

    @Test(arguments: [1, 2, 3]) func `a connection that carried requests becomes a WebSocket`(requests: Int) async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("guest"))
            let connection = try await TestConnection(address)
            for _ in 0..<requests {
                try await connection.send(
                    "POST /mezon.api.Mezon/ListClanDescs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(session.token)\r\nContent-Length: 0\r\n\r\n"
                )
                #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 200"))
            }
            try await connection.send(GatewayAddress.upgradeRequest(session.token))
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 101"))
            try await connection.send(.ping(RtPing()))
            #expect(try await connection.readEnvelope().message == .pong(RtPong()))
        }
    }

    @Test func `an upgrade sent together with the request before it is granted`() async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("guest"))
            let connection = try await TestConnection(address)
            let first = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
            try await connection.send(first + GatewayAddress.upgradeRequest(session.token))
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 404"))
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 101"))
            try await connection.send(.ping(RtPing()))
            #expect(try await connection.readEnvelope().message == .pong(RtPong()))
        }
    }

    @Test func `an upgrade with a bad token is refused on a connection that carried requests`() async throws {
        try await withGateway { _, address in
            let connection = try await TestConnection(address)
            try await connection.send("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await connection.readAnswer()
            try await connection.send(GatewayAddress.upgradeRequest("none"))
            #expect(try await connection.readAnswer().head.hasPrefix("HTTP/1.1 401"))
        }
    }

    @Test func `one connection carries successive requests`() async throws {
        try await withGateway { _, address in
            let connection = try await TestConnection(address)
            for _ in 0..<3 {
                try await connection.send("POST /zk-api/prove HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
                let answer = try await connection.readAnswer()
                #expect(answer.head.hasPrefix("HTTP/1.1 400"))
            }
        }
    }
}
