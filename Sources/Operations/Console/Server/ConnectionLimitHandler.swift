import NIOCore
import NIOHTTPTypes

/// Reports to the open connections when a connection opens, is answered and closes.
final class ConnectionLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: OpenConnections
    private var id: Int?

    init(_ connections: OpenConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { add(context.channel) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { remove() }

    func channelActive(context: ChannelHandlerContext) {
        add(context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        remove()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let id, case .end = unwrapInboundIn(data) { connections.beginAnswer(on: id) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let id, case .end = unwrapOutboundIn(data) { connections.endAnswer(on: id) }
        context.write(data, promise: promise)
    }

    private func add(_ channel: any Channel) { id = connections.add(channel) }

    private func remove() {
        guard let id else { return }
        self.id = nil
        connections.remove(id)
    }
}
