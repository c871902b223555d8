import NIOCore
import NIOWebSocket

/// Moves bytes between one WebSocket and the switchboard.
final class GatewaySocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let connection: GatewayConnection
    private let switchboard: ConnectionRouter
    private let silence: IdleTimeoutMonitor
    private var intake: WebSocketFrameAssembler

    init(_ connection: GatewayConnection, _ switchboard: ConnectionRouter) {
        self.connection = connection
        self.switchboard = switchboard
        intake = WebSocketFrameAssembler(limit: switchboard.limits.frameBytes)
        silence = switchboard.watchForSilence { [weak connection, weak switchboard] in
            guard let connection, let switchboard else { return }
            switchboard.close(connection, 1001, "silent for too long")
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard connection.state != .halfOpen else { return }
        silence.heard()
        let step = intake.take(unwrapInboundIn(data))
        if connection.state == .closing {
            if case .closed = step { connection.end() }
            return
        }
        switch step {
        case .nothing: break
        case .message(let bytes): switchboard.receive(bytes, from: connection)
        case .ping(let payload): switchboard.write(ServerFrame.pong(payload), to: connection)
        case .closed(let code):
            switchboard.close(connection, code, "")
            connection.end()
        case .violation(let code, let reason): switchboard.close(connection, code, reason)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switchboard.flush()
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        silence.stop()
        switchboard.remove(connection)
        context.fireChannelInactive()
    }

    /// The decoder gives up on a frame that is too long, or on a control frame that may not be; it reads no further.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: switchboard.close(connection, 1009, "a frame too long")
        case is NIOWebSocketError: switchboard.close(connection, 1002, "a control frame that may not be")
        default: connection.end()
        }
        switchboard.flush()
    }
}
