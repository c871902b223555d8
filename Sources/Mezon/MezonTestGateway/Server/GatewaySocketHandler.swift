import NIOCore
import NIOWebSocket

/// Passes the messages of one WebSocket to the router.
final class GatewaySocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let connection: GatewayConnection
    private let router: ConnectionRouter
    private let idleTimeout: IdleTimeoutMonitor
    private var assembler: WebSocketFrameAssembler

    init(_ connection: GatewayConnection, _ router: ConnectionRouter) {
        self.connection = connection
        self.router = router
        assembler = WebSocketFrameAssembler(limit: router.limits.frameBytes)
        idleTimeout = router.makeIdleTimeoutMonitor { [weak connection, weak router] in
            guard let connection, let router else { return }
            router.close(connection, 1001, "silent for too long")
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard connection.state != .halfOpen else { return }
        idleTimeout.recordActivity()
        let step = assembler.process(unwrapInboundIn(data))
        if connection.state == .closing {
            if case .closed = step { connection.end() }
            return
        }
        switch step {
        case .nothing: break
        case .message(let bytes): router.receive(bytes, from: connection)
        case .ping(let payload): router.write(ServerFrame.pong(payload), to: connection)
        case .closed(let code):
            router.close(connection, code, "")
            connection.end()
        case .violation(let code, let reason): router.close(connection, code, reason)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        router.flush()
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        idleTimeout.stop()
        router.remove(connection)
        context.fireChannelInactive()
    }

    /// Closes the connection after a decoding error: a frame that is too long, or an invalid control frame.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: router.close(connection, 1009, "a frame too long")
        case is NIOWebSocketError: router.close(connection, 1002, "an invalid control frame")
        default: connection.end()
        }
        router.flush()
    }
}
