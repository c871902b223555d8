import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends a connection without sending what is still unsent or unconfirmed. It is the handler next to the socket.
///
/// The kernel would send it again once a broken network works, when the messages have long been sent on another connection.
final class ConnectionReset: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    /// The event that ends the connection.
    struct Request {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Request else { return context.triggerUserOutboundEvent(event, promise: promise) }
        // It can only fail for a socket that is closed already.
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        context.close(promise: promise)
    }
}
