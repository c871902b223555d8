import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on loopback that answers requests in order with the given replies, then with the last one, and records each request.
final class ScriptedWebServer: Sendable {
    enum Reply: Sendable {
        case page(Int, String, headers: [(String, String)] = [])
        /// A response of that many bytes.
        case large(Int)
        /// A response whose body never ends.
        case endless
        /// A response whose bytes never end.
        case pouring
        /// No response.
        case silence
        /// The end of the connection.
        case hangUp
    }

    struct Request: Equatable, Sendable {
        var method: String
        var target: String
        var headers: [String: String]
        var body: String = ""
    }

    private struct State {
        var replies: [Reply]
        var requests: [Request] = []
    }

    let port: Int
    private let listener: any Channel
    private let state: Mutex<State>
    private let arrivals: AsyncStream<Request>

    init(_ replies: [Reply]) async throws {
        // Unbounded, because a test makes few requests.
        let (arrivals, continuation) = AsyncStream<Request>.makeStream()
        self.arrivals = arrivals
        state = Mutex(State(replies: replies))
        let reply = Mutex<(@Sendable (Request) -> Reply)?>(nil)
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(
                        Handler { request in reply.withLock { $0 }?(request) ?? .silence })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
        reply.withLock {
            $0 = { [weak self] request in
                let next = self?.take(request) ?? .silence
                continuation.yield(request)
                return next
            }
        }
    }

    private func take(_ request: Request) -> Reply {
        state.withLock { state in
            state.requests.append(request)
            return state.replies.count > 1 ? state.replies.removeFirst() : state.replies.first ?? .silence
        }
    }

    var base: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { state.withLock { $0.requests } }

    /// Returns the next request.
    func next() async -> Request? {
        for await request in arrivals { return request }
        return nil
    }

    func stop() async throws { try await listener.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let reply: @Sendable (Request) -> Reply
        private var request = Request(method: "", target: "", headers: [:])

        init(_ reply: @escaping @Sendable (Request) -> Reply) { self.reply = reply }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                request = Request(
                    method: head.method.rawValue, target: head.uri,
                    headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" })
            case .body(let bytes): request.body += String(buffer: bytes)
            case .end:
                switch reply(request) {
                case .page(let status, let body, let headers): answer(status, headers, Array(body.utf8), context)
                case .large(let size): answer(200, [], Array(repeating: 97, count: size), context)
                case .endless:
                    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["transfer-encoding": "chunked"])
                    context.write(wrapOutboundOut(.head(head)), promise: nil)
                    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "{")))), promise: nil)
                case .pouring:
                    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["transfer-encoding": "chunked"])
                    context.write(wrapOutboundOut(.head(head)), promise: nil)
                    Self.pour(into: context.channel)
                case .silence: break
                case .hangUp: context.close(promise: nil)
                }
            }
        }

        /// Writes until the client closes the connection.
        private static func pour(into channel: any Channel) {
            let part = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(repeating: 97, count: 64 << 10)))
            channel.writeAndFlush(part).whenSuccess { channel.eventLoop.execute { pour(into: channel) } }
        }

        private func answer(_ status: Int, _ headers: [(String, String)], _ body: [UInt8], _ context: ChannelHandlerContext) {
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: status),
                headers: HTTPHeaders(headers + [("content-length", "\(body.count)")]))
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
