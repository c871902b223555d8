import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Answers each known path with its page and records requests; silent for any other path.
final class WebServer: Sendable {
    struct Page: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body: [UInt8] = []
        /// A Boolean value that indicates whether the body's length is sent in a header.
        var hasLength = true
        /// A Boolean value that indicates whether the response ends.
        var isWhole = true
    }

    struct Ask: Equatable, Sendable {
        var method: String
        var target: String
        var headers: [String: String]
    }

    private final class Responses: Sendable {
        let pages: [String: Page]
        let asked = Mutex<[Ask]>([])

        init(pages: [String: Page]) { self.pages = pages }
    }

    private let shelf: Responses
    private let listener: Mutex<(any Channel)?>

    init(_ pages: [String: Page]) async throws {
        let shelf = Responses(pages: pages)
        self.shelf = shelf
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(shelf))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
        listener = Mutex(channel)
    }

    var asks: [Ask] { shelf.asked.withLock { $0 } }
    let port: Int

    func stop() async throws {
        let channel = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        try await channel?.close()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let shelf: Responses

        init(_ shelf: Responses) { self.shelf = shelf }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = Self.unwrapInboundIn(data) else { return }
            let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
            shelf.asked.withLock { $0.append(Ask(method: head.method.rawValue, target: head.uri, headers: headers)) }
            guard let page = shelf.pages[head.uri] else { return }
            var answer = HTTPHeaders(page.headers)
            if page.hasLength { answer.add(name: "content-length", value: "\(page.body.count)") }
            let response = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: page.status), headers: answer)
            context.write(Self.wrapOutboundOut(.head(response)), promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: page.body)))), promise: nil)
            if page.isWhole { context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil) }
        }
    }
}
