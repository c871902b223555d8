import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request takes too long or whose body is too large. It also bounds a body that nobody reads.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private let maxBodyBytes: @Sendable (String) -> Int
    private var deadline: Scheduled<Void>?
    private var bodyBytes = 0
    private var allowedBytes = 0

    /// - Parameter maxBodyBytes: Returns the size of the largest body of a request with a path.
    init(limit: Duration, maxBodyBytes: @escaping @Sendable (String) -> Int) {
        self.limit = TimeAmount(limit)
        self.maxBodyBytes = maxBodyBytes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodyBytes = 0
            allowedBytes = maxBodyBytes(head.path ?? "")
            if deadline == nil { start(context) }
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            guard bodyBytes <= allowedBytes else { return context.close(promise: nil) }
        case .end: stop()
        }
        context.fireChannelRead(data)
    }

    /// Closes the connection if the browser has closed its side: it waits for nothing any more, and a stream would not notice.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func start(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: limit) { bound.value.close(promise: nil) }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
