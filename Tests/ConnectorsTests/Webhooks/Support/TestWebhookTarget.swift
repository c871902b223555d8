import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Answers each path with its scripted reply and records the posts.
final class TestWebhookTarget: Sendable {
    enum Reply: Sendable {
        case answer(Int, headers: [(String, String)] = [], body: String = "")
        /// A response whose body never ends.
        case endless(Int)
        /// Closes the connection after reading the request.
        case hangUp
        case never
        /// These replies in order, then status 200.
        indirect case inTurn([Reply])
    }

    struct Post: Sendable {
        var method: String
        var path: String
        var headers: [String: String]
        var body: [UInt8] = []
    }

    let port: Int
    private let listener: any Channel
    private let posted: AsyncStream<Post>
    private let shelf: Replies

    private final class Replies: Sendable {
        let posts = Mutex<[Post]>([])
        let replies: [String: Reply]
        let continuation: AsyncStream<Post>.Continuation

        init(_ replies: [String: Reply], _ continuation: AsyncStream<Post>.Continuation) {
            self.replies = replies
            self.continuation = continuation
        }
    }

    init(_ replies: [String: Reply]) async throws {
        // Unbounded, because a test makes few posts.
        let (posted, continuation) = AsyncStream<Post>.makeStream()
        let shelf = Replies(replies, continuation)
        self.posted = posted
        self.shelf = shelf
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(shelf))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    var posts: [Post] { shelf.posts.withLock { $0 } }

    /// Returns once a complete post was received.
    func waitForPost() async { _ = await posted.first { _ in true } }

    func stop() async throws { try await listener.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let shelf: Replies
        private var post: Post?

        init(_ shelf: Replies) { self.shelf = shelf }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
                post = Post(method: head.method.rawValue, path: head.uri, headers: headers)
            case .body(let bytes): post?.body += Array(bytes.readableBytesView)
            case .end:
                guard let post else { return }
                let earlier = shelf.posts.withLock { posts in
                    defer { posts.append(post) }
                    return posts.count { $0.path == post.path }
                }
                var answer = shelf.replies[post.path] ?? .never
                if case .inTurn(let replies) = answer { answer = earlier < replies.count ? replies[earlier] : .answer(200) }
                reply(answer, context)
                shelf.continuation.yield(post)
            }
        }

        private func reply(_ reply: Reply, _ context: ChannelHandlerContext) {
            switch reply {
            case .answer(let status, let headers, let body):
                var told = HTTPHeaders(headers)
                told.add(name: "content-length", value: "\(body.utf8.count)")
                write(status, told, body, context)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            case .endless(let status): write(status, HTTPHeaders(), "beginning", context)
            case .hangUp: context.close(promise: nil)
            case .never, .inTurn: break
            }
        }

        private func write(_ status: Int, _ headers: HTTPHeaders, _ body: String, _ context: ChannelHandlerContext) {
            let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        }
    }
}
