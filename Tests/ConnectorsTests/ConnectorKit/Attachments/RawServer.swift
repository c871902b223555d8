import NIOCore
import NIOPosix

/// Answers every request with the same bytes, which need not be HTTP.
final class RawServer: Sendable {
    struct Script: Sendable {
        var head: String
        var piece = ""
        /// The number of repetitions, or nil to repeat until the client disconnects.
        var count: Int?
        var closes = true

        init(_ head: String, _ piece: String = "", count: Int? = 0, closes: Bool = true) {
            self.head = head
            self.piece = piece
            self.count = count
            self.closes = closes
        }
    }

    let port: Int
    private let listener: any Channel

    init(_ script: Script) async throws {
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Speaker(script)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    func stop() async throws { try await listener.close() }

    private final class Speaker: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let script: Script
        private var isSpeaking = false
        private var said = 0

        init(_ script: Script) { self.script = script }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isSpeaking else { return }
            isSpeaking = true
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: script.head)), promise: nil)
            speak(context)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        /// Writes one piece after the other, each after the previous one was sent, because other connections share the event
        /// loop.
        private func speak(_ context: ChannelHandlerContext) {
            guard script.count.map({ said < $0 }) ?? true else {
                if script.closes { context.close(promise: nil) }
                return
            }
            said += 1
            let promise = context.eventLoop.makePromise(of: Void.self)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: script.piece)), promise: promise)
            promise.futureResult.assumeIsolated().whenSuccess { [self] in
                // An event loop empties its task queue before it handles other connections.
                context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(1)) { [self] in speak(context) }
            }
        }
    }
}
