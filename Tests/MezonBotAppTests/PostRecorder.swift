import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server that answers posts with the given replies, then with 200, and records each post.
final class PostRecorder: Sendable {
    enum Reply: Sendable {
        case status(Int)
        /// Closes the connection after reading the request.
        case hangUp
    }

    struct Post: Sendable {
        var id: String
        var body: [UInt8] = []
        /// A Boolean value that indicates whether the post was answered with success.
        var isTaken = false
    }

    let port: Int
    private let listener: any Channel
    private let posts: AsyncStream<Post>

    init(_ replies: [Reply]) async throws {
        // Unbounded, because a test makes few posts.
        let (posts, continuation) = AsyncStream<Post>.makeStream()
        self.posts = posts
        let count = Mutex(0)
        let next: @Sendable () -> Reply = {
            count.withLock { count in
                defer { count += 1 }
                return count < replies.count ? replies[count] : .status(200)
            }
        }
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(next, continuation))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    /// Returns the next posts, accepted or not.
    func next(_ count: Int) async -> [Post] {
        var all: [Post] = []
        for await post in posts {
            all.append(post)
            if all.count == count { break }
        }
        return all
    }

    func stop() async throws { try await listener.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let reply: @Sendable () -> Reply
        private let continuation: AsyncStream<Post>.Continuation
        private var post = Post(id: "")

        init(_ reply: @escaping @Sendable () -> Reply, _ continuation: AsyncStream<Post>.Continuation) {
            self.reply = reply
            self.continuation = continuation
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): post = Post(id: head.headers.first(name: "webhook-id") ?? "")
            case .body(let bytes): post.body += Array(bytes.readableBytesView)
            case .end:
                switch reply() {
                case .hangUp: context.close(promise: nil)
                case .status(let status):
                    post.isTaken = status == 200
                    let head = HTTPResponseHead(
                        version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: ["content-length": "0"])
                    context.write(wrapOutboundOut(.head(head)), promise: nil)
                    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
                }
                continuation.yield(post)
            }
        }
    }
}
