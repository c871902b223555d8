import NIOCore
import NIOWebSocket
import Transport

/// Translates between frames and complete binary messages; responds to pings and close frames by itself.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = WebSocketFrame

    /// The notices to the next handler besides messages.
    enum Notice: Equatable {
        /// A frame without a message arrived, so the peer is alive.
        case alive
        case textIgnored
        /// The connection ends, with a readable reason.
        case ending(String)
    }

    private var assembler: MessageAssembler
    private var isEnding = false
    private var masks = MaskSource()

    init(limitInBytes: Int) { assembler = MessageAssembler(limitInBytes: limitInBytes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch assembler.add(Self.unwrapInboundIn(data)) {
        case .none, .pong: context.fireUserInboundEventTriggered(Notice.alive)
        case .binary(let bytes): context.fireChannelRead(Self.wrapInboundOut(bytes))
        case .text: context.fireUserInboundEventTriggered(Notice.textIgnored)
        case .ping(let payload):
            context.fireUserInboundEventTriggered(Notice.alive)
            send(.pong, payload, context)
        case .close(let code):
            end("the server closed the connection with code \(UInt16(webSocketErrorCode: code))", code, context)
        case .violation(let code):
            end("the server violated the WebSocket protocol (\(UInt16(webSocketErrorCode: code)))", code, context)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let frame = WebSocketFrame(fin: true, opcode: .binary, maskKey: masks.next(), data: Self.unwrapOutboundIn(data))
        context.write(Self.wrapOutboundOut(frame), promise: promise)
    }

    /// Handles errors of the frame decoder: frames that are too large, fragmented or oversized control frames.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isEnding else { return }
        switch error {
        case NIOWebSocketError.invalidFrameLength: end("a frame is too large", .messageTooLarge, context)
        case is NIOWebSocketError: end("the server violated the WebSocket protocol", .protocolError, context)
        default: end(ConnectionErrorDescription.description(for: error), .unexpectedServerError, context)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let command = event as? Command else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed()
        switch command {
        case .close(let code): if !isEnding { end("closed by the client", code, context) }
        case .reset(let reason):
            // Also a connection that is closing: what was written before may still be on its way.
            if !isEnding { context.fireUserInboundEventTriggered(Notice.ending(reason)) }
            isEnding = true
            context.triggerUserOutboundEvent(ConnectionReset.Request(), promise: nil)
        }
    }

    /// The commands that the next handler may send.
    enum Command {
        case close(WebSocketErrorCode)
        /// Ends the connection without sending what is still unsent, for a readable reason.
        case reset(String)
    }

    /// Sends the close frame and then closes the connection without waiting for a peer that may be gone.
    private func end(_ reason: String, _ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
        isEnding = true
        context.fireUserInboundEventTriggered(Notice.ending(reason))
        var payload = context.channel.allocator.buffer(capacity: 2)
        payload.write(webSocketErrorCode: code)
        send(.connectionClose, payload, context)
        context.close(promise: nil)
    }

    private func send(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: masks.next(), data: payload)
        context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
    }
}
