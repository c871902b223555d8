import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Tells the other side at once that bytes are there.
///
/// Servers that gather small segments (Nagle; ngircd and inspircd as they are shipped) hold back a line until what came before it is
/// acknowledged, and Linux acknowledges what needs no answer 40 ms later. The kernel forgets the wish, so it is renewed with each read.
final class QuickAckHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelReadComplete(context: ChannelHandlerContext) {
        #if os(Linux)
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_QUICKACK))
            // Where it is closed by now there is nothing to be told.
            do { try context.channel.syncOptions?.setOption(option, value: 1) } catch {}
        #endif
        context.fireChannelReadComplete()
    }
}
