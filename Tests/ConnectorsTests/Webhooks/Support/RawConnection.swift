import NIOCore
import NIOPosix

/// A TCP connection that sends and reads raw bytes, so that a test can send invalid requests.
final class RawConnection {
    struct Ended: Error {}

    private let channel: any Channel
    private var chunks: AsyncStream<[UInt8]>.Iterator
    private var read: [UInt8] = []

    init(port: Int) async throws {
        // Unbounded, because a test reads only what it requested.
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        chunks = stream.makeAsyncIterator()
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
    func endSending() async throws { try await channel.close(mode: .output) }
    func close() async throws { try await channel.close() }

    /// Returns everything until the peer stops sending.
    func readToEnd() async -> String {
        while let chunk = await chunks.next() { read += chunk }
        defer { read = [] }
        return String(decoding: read, as: UTF8.self)
    }

    /// Returns the head and the body of one response.
    func readAnswer() async throws -> (head: String, body: String) {
        while true {
            if let end = read.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: read[..<end.lowerBound], as: UTF8.self)
                let length =
                    head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
                    ?? 0
                while read.count < end.upperBound + length { try await more() }
                let body = String(decoding: read[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
                read.removeFirst(end.upperBound + length)
                return (head, body)
            }
            try await more()
        }
    }

    private func more() async throws {
        guard let chunk = await chunks.next() else { throw Ended() }
        read += chunk
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed = event { continuation.finish() }
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
