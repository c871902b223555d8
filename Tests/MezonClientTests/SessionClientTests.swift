import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import NIOCore
import NIOHTTP1
import NIOPosix
import SwiftProtobuf
import Synchronization
import Testing

@testable import MezonClient

@Suite(.timeLimit(.minutes(15))) struct SessionClientTests {
    /// Serves scripted responses in order and records requests.
    private final class Server: Sendable {
        struct Ask: Equatable {
            var path: String
            var authorization: String
        }

        private let answers: Mutex<[SessionHTTPResponse]>
        private let asked = Mutex<[Ask]>([])
        private let listener = Mutex<(any NIOCore.Channel)?>(nil)
        var asks: [Ask] { asked.withLock { $0 } }
        var port: Int { listener.withLock { $0?.localAddress?.port ?? 0 } }

        init(_ answers: [SessionHTTPResponse]) async throws {
            self.answers = Mutex(answers)
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                        try channel.pipeline.syncOperations.addHandler(Handler(self))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            listener.withLock { $0 = channel }
        }

        func stop() async throws { try await listener.withLock { $0 }?.close() }

        /// Returns the next response, or `nil` at the end of the script; the server then stays silent.
        func next(_ ask: Ask) -> SessionHTTPResponse? {
            asked.withLock { $0.append(ask) }
            return answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: Server

        init(_ server: Server) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = Self.unwrapInboundIn(data),
                let answer = server.next(
                    Server.Ask(path: head.uri, authorization: head.headers.first(name: "Authorization") ?? ""))
            else { return }
            var headers: HTTPHeaders = answer.status == 204 ? [:] : ["Content-Length": "\(answer.body.count)"]
            if let date = answer.date { headers.add(name: "Date", value: date) }
            let response = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
            context.write(Self.wrapOutboundOut(.head(response)), promise: nil)
            context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private static func login(_ name: String) -> SessionHTTPResponse {
        let session = ApiSession.with {
            $0.token = jwt(#"{"iat":0,"exp":1000,"name":"\#(name)"}"#)
            $0.userID = 42
        }
        return SessionHTTPResponse(status: 200, body: session.wireBytes)
    }

    private func withClient(
        _ answers: [SessionHTTPResponse], time: any TimeSource = SystemTime(),
        _ body: (SessionClient, Server) async throws -> Void
    ) async throws {
        let server = try await Server(answers)
        let client = SessionClient(
            endpoint: GatewayEndpoint(isSecure: false, host: "127.0.0.1", port: server.port),
            credentials: Credentials(appID: "1", token: Secret("key")), time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        do {
            try await body(client, server)
        } catch {
            try await client.shutdown()
            try await server.stop()
            throw error
        }
        try await client.shutdown()
        try await server.stop()
    }

    @Test func `a call logs in first and then uses the session's token`() async throws {
        let clans = ApiClanDescList.with { $0.clandesc = [.with { $0.clanID = 9 }] }
        try await withClient([Self.login("a"), SessionHTTPResponse(status: 200, body: clans.wireBytes)]) { client, server in
            let answer: ApiClanDescList = try await client.call(.listClanDescs, ApiListClanDescRequest())
            #expect(answer == clans)
            #expect(server.asks.map(\.path) == ["/v2/apps/authenticate/token", "/mezon.api.Mezon/ListClanDescs"])
            #expect(server.asks.last?.authorization == "Bearer " + jwt(#"{"iat":0,"exp":1000,"name":"a"}"#))
        }
    }

    @Test func `an empty response decodes as an empty message`() async throws {
        try await withClient([Self.login("a"), SessionHTTPResponse(status: 204, body: [])]) { client, _ in
            let role: ApiRole = try await client.call(.updateRole, ApiUpdateRoleRequest())
            #expect(role == ApiRole())
        }
    }

    @Test func `an expired token is replaced once and the call repeated`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 1_790_000_000))
        let answers = [
            Self.login("a"), SessionHTTPResponse(status: 401, body: []), Self.login("b"),
            SessionHTTPResponse(status: 401, body: []),
        ]
        try await withClient(answers, time: time) { client, server in
            _ = try await client.sessions.session()
            time.advance(by: .seconds(60))
            await #expect(throws: SessionError.callRefused(call: "ListRoles", status: 401, code: 0, message: "")) {
                try await client.call(.listRoles, [])
            }
            #expect(server.asks.count == 4)
        }
    }

    @Test(arguments: [
        (String?.none, Date?.none), ("yesterday", nil), ("Thu, 01 Jan 1970 00:00:07 GMT", Date(timeIntervalSince1970: 7)),
    ])
    func `the gateway's clock is the date header of any response`(header: String?, date: Date?) async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 1_790_000_000))
        let answers = [Self.login("a"), SessionHTTPResponse(status: 403, body: [], date: header)]
        try await withClient(answers, time: time) { client, _ in
            let reading = try await client.clock()
            #expect(reading == date.map { ServerClockSample(date: $0, sentAt: time.now, receivedAt: time.now) })
        }
    }

    @Test func `an oversized response is not read completely`() async throws {
        let huge = SessionHTTPResponse(status: 200, body: Array(repeating: 0, count: BoundedHTTPClient.limitInBytes + 1))
        try await withClient([huge]) { client, _ in
            await #expect(throws: SessionError.responseTooLarge(limitInBytes: BoundedHTTPClient.limitInBytes)) {
                try await client.sessions.session()
            }
        }
    }

    @Test func `a silent gateway times out after seven seconds`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 1_790_000_000))
        try await withClient([], time: time) { client, _ in
            async let session = client.sessions.session()
            await time.waitForSleepers()
            time.advance(by: .seconds(7))
            do {
                _ = try await session
                Issue.record("a session came from nowhere")
            } catch {
                #expect(error as? SessionError == .timedOut(after: .seconds(7)))
            }
        }
    }

    @Test func `a missing gateway is unreachable`() async throws {
        let client = SessionClient(
            endpoint: GatewayEndpoint(isSecure: false, host: "127.0.0.1", port: 1),
            credentials: Credentials(appID: "1", token: Secret("key")), time: SystemTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await #expect { try await client.sessions.session() } throws: { error in
            if case .unreachable = error as? SessionError { true } else { false }
        }
        try await client.shutdown()
    }
}
