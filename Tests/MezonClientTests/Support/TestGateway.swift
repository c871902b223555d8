import MezonProtocol
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SwiftProtobuf
import Synchronization

/// A WebSocket server on the loopback interface that answers as its script says, records requests and pushes frames.
final class TestGateway: Sendable {
    /// Returns the frames that answer an envelope, in order.
    typealias Script = @Sendable (RtEnvelope, TestGateway) -> [[UInt8]]

    private struct State {
        var received: [RtEnvelope] = []
        var pings = 0
        var connections: [any Channel] = []
        var uris: [String] = []
        var watchers: [(isThere: @Sendable (State) -> Bool, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let script: Script
    private let refusal: Mutex<HTTPResponseStatus?>
    private let listener = Mutex<(any Channel)?>(nil)

    var port: Int { listener.withLock { $0?.localAddress?.port ?? 0 } }
    /// The received envelopes without heartbeats, whose number depends on the machine's load.
    var received: [RtEnvelope] { state.withLock { $0.received } }
    var uris: [String] { state.withLock { $0.uris } }

    private init(refusing: HTTPResponseStatus?, script: @escaping Script) {
        refusal = Mutex(refusing)
        self.script = script
    }

    static func start(refusing: HTTPResponseStatus? = nil, script: @escaping Script = TestGateway.defaultScript) async throws
        -> TestGateway
    {
        let gateway = TestGateway(refusing: refusing, script: script)
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, head in channel.eventLoop.makeSucceededFuture(gateway.admits(head) ? [:] : nil) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Connection(gateway))
                }
            })
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (
                            upgraders: [upgrader],
                            completionHandler: { context in
                                guard let refusal = try? context.pipeline.syncOperations.context(handlerType: Rejection.self)
                                else {
                                    return
                                }
                                context.pipeline.syncOperations.removeHandler(context: refusal, promise: nil)
                            }
                        ))
                    try channel.pipeline.syncOperations.addHandler(Rejection(gateway))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        gateway.listener.withLock { $0 = listener }
        return gateway
    }

    func stop() async throws {
        drop()
        try await listener.withLock { $0 }?.close()
    }

    /// Answers pings and joins, acknowledges messages, and echoes the rest.
    static let defaultScript: Script = { envelope, _ in
        var reply = RtEnvelope()
        reply.cid = envelope.cid
        switch envelope.message {
        case .ping: reply.pong = RtPong()
        case .channelJoin(let join): reply.channel.id = join.channelID
        case .channelMessageSend(let send):
            reply.channelMessageAck.channelID = send.channelID
            reply.channelMessageAck.messageID = 1000
        case .apiRequestEvent: return [RawFrame(cid: UInt16(envelope.cid), status: 0, payload: []).bytes]
        default: reply.message = envelope.message
        }
        return [reply.wireBytes]
    }

    func admit() { refusal.withLock { $0 = nil } }

    /// Closes every connection as a crashing server would.
    func drop() {
        for channel in state.withLock({ $0.connections }) { channel.close(promise: nil) }
    }

    func push(_ frames: [[UInt8]], opcode: WebSocketOpcode = .binary) {
        for channel in state.withLock({ $0.connections }) {
            for frame in frames {
                channel.write(WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(bytes: frame)), promise: nil)
            }
            channel.flush()
        }
    }

    /// Waits until that many envelopes have arrived, without heartbeats.
    func waitForEnvelopes(_ count: Int) async { await wait { $0.received.count >= count } }

    /// Waits until that many heartbeats have arrived.
    func waitForPings(_ count: Int) async { await wait { $0.pings >= count } }

    private func wait(until isThere: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                let isDone = isThere(state)
                if !isDone { state.watchers.append((isThere, continuation)) }
                return isDone
            }
            if isDone { continuation.resume() }
        }
    }

    private func admits(_ head: HTTPRequestHead) -> Bool {
        state.withLock { $0.uris.append(head.uri) }
        return refusal.withLock { $0 } == nil
    }

    private func take(_ envelope: RtEnvelope) -> [[UInt8]] {
        let due = state.withLock { state in
            if case .ping = envelope.message { state.pings += 1 } else { state.received.append(envelope) }
            let (due, others) = (state.watchers.filter { $0.isThere(state) }, state.watchers.filter { !$0.isThere(state) })
            state.watchers = others
            return due
        }
        for watcher in due { watcher.1.resume() }
        return script(envelope, self)
    }

    private final class Connection: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let gateway: TestGateway

        init(_ gateway: TestGateway) { self.gateway = gateway }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = context.channel
            gateway.state.withLock { $0.connections.append(channel) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = Self.unwrapInboundIn(data)
            guard frame.opcode == .binary,
                let envelope = try? RtEnvelope(serializedBytes: [UInt8](frame.unmaskedData.readableBytesView))
            else { return }
            for answer in gateway.take(envelope) {
                let frame = WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: answer))
                context.write(Self.wrapOutboundOut(frame), promise: nil)
            }
        }

        func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

        func channelInactive(context: ChannelHandlerContext) {
            let id = ObjectIdentifier(context.channel)
            gateway.state.withLock { $0.connections.removeAll { ObjectIdentifier($0) == id } }
        }
    }

    private final class Rejection: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let gateway: TestGateway

        init(_ gateway: TestGateway) { self.gateway = gateway }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head = Self.unwrapInboundIn(data) else { return }
            let status = gateway.refusal.withLock { $0 } ?? .internalServerError
            let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["Content-Length": "0"])
            context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
