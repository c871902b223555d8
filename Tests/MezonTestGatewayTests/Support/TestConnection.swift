import ChatModel
import MezonProtocol
import NIOCore
import NIOPosix

@testable import MezonTestGateway

/// A TCP connection to the gateway that sends and receives raw bytes, so that tests can also send invalid data.
final class TestConnection {
    private let channel: any NIOCore.Channel
    private var chunks: AsyncStream<[UInt8]>.Iterator
    private var read: [UInt8] = []
    private var cid: Int32 = 0

    init(_ address: GatewayAddress, isReading: Bool = true) async throws {
        // Unbounded: tests read all data that they request.
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: isReading)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(continuation))
                }
            }
            .connect(host: address.host, port: address.port).get()
        chunks = stream.makeAsyncIterator()
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
    func close() async throws { try await channel.close() }
    /// Closes the sending side: the server answers the received requests and closes.
    func endSending() async throws { try await channel.close(mode: .output) }
    func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    /// Reads until the end of the connection.
    func readToEnd() async -> [UInt8] {
        while let chunk = await chunks.next() { read += chunk }
        defer { read = [] }
        return read
    }

    /// Reads one HTTP answer: its head as text, and its body.
    func readAnswer() async throws -> (head: String, body: [UInt8]) {
        while true {
            if let end = read.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: read[..<end.lowerBound], as: UTF8.self)
                let lines = head.lowercased().split(separator: "\r\n")
                let length = lines.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
                while read.count < end.upperBound + length { try await more() }
                let body = Array(read[end.upperBound..<(end.upperBound + length)])
                read.removeFirst(end.upperBound + length)
                return (head, body)
            }
            try await more()
        }
    }

    /// Reads one frame: its opcode and payload.
    func readFrame() async throws -> (opcode: UInt8, payload: [UInt8]) {
        while read.count < 2 { try await more() }
        var start = 2
        var length = Int(read[1] & 0x7F)
        if length >= 126 {
            start = length == 126 ? 4 : 10
            while read.count < start { try await more() }
            length = read[2..<start].reduce(0) { $0 << 8 | Int($1) }
        }
        while read.count < start + length { try await more() }
        let opcode = read[0] & 0x0F
        let payload = Array(read[start..<(start + length)])
        read.removeFirst(start + length)
        return (opcode, payload)
    }

    /// Reads one message of the gateway.
    func readMessage() async throws -> Frame { try Frame(try await readFrame().payload) }

    func readEnvelope() async throws -> RtEnvelope {
        guard case .envelope(let envelope) = try await readMessage() else { throw Missing() }
        return envelope
    }

    func readRaw() async throws -> RawFrame {
        guard case .raw(let raw) = try await readMessage() else { throw Missing() }
        return raw
    }

    /// Sends a message in a masked frame with the next cid, and returns the cid.
    @discardableResult
    func send(_ message: RtEnvelope.OneOf_Message) async throws -> Int32 {
        cid += 1
        try await send(Self.frame(RtEnvelope.with(cid: cid, message).wireBytes))
        return cid
    }

    func call(_ rpc: RPC, _ body: [UInt8]) async throws -> RawFrame {
        var request = RtApiRequestEvent()
        request.apiIndex = rpc.index
        request.apiName = rpc.rawValue
        request.body = .init(body)
        try await send(.apiRequestEvent(request))
        return try await readRaw()
    }

    static func frame(_ payload: [UInt8], opcode: UInt8 = 0x2) -> [UInt8] {
        let mask: [UInt8] = [1, 2, 3, 4]
        let length: [UInt8] =
            payload.count < 126
            ? [0x80 | UInt8(payload.count)]
            : payload.count <= 0xFFFF
                ? [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
                : [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (8 * (7 - $0))) }
        return [0x80 | opcode] + length + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    private func more() async throws {
        guard let chunk = await chunks.next() else { throw EndOfConnection() }
        read += chunk
    }

    struct EndOfConnection: Error {}

    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed = event { continuation.finish() }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
