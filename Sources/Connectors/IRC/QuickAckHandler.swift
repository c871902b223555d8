import ConnectorKit
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Acknowledges received TCP segments at once.
///
/// Servers that gather small segments (Nagle; ngircd and inspircd by default) hold back a line until the previous data is acknowledged, and
/// Linux delays acknowledgements by 40 ms. The kernel resets the option, so it is set again after each read.
final class QuickAckHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelReadComplete(context: ChannelHandlerContext) {
        #if os(Linux)
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_QUICKACK))
            // The channel may already be closed; then the option is not needed.
            do { try context.channel.syncOptions?.setOption(option, value: 1) } catch {}
        #endif
        context.fireChannelReadComplete()
    }
}
