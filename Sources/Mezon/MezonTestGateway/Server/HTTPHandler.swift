import ChatModel
import MezonProtocol
import NIOCore
import NIOHTTP1

/// Assembles requests up to a size limit, passes them to the router, and writes the answers.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let router: ConnectionRouter
    private var idleTimeout: IdleTimeoutMonitor?
    private var state = State.idle
    /// The answer to the upgrade that just failed.
    var upgradeRefusal: GatewayHTTPResponse?
    /// Allows the next request of the connection to be an upgrade; NIO's own handler is removed after one request.
    var allowUpgrade: () -> Void = {}

    private enum State {
        case idle
        case receiving(GatewayHTTPRequest, limit: Int, isKeptAlive: Bool)
        case answering
        /// The request was too large: it was answered, and the connection is closing.
        case refused
    }

    init(_ router: ConnectionRouter) { self.router = router }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        idleTimeout = router.makeIdleTimeoutMonitor { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        idleTimeout?.stop()
        // The closure retains the owner of this handler.
        allowUpgrade = {}
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Data after a refusal does not extend the idle timeout.
        if case .refused = state { return }
        idleTimeout?.recordActivity()
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .idle):
            let request = GatewayHTTPRequest(head)
            let limit = request.path.hasPrefix("/upload/") ? router.limits.uploadBytes : router.limits.bodyBytes
            state = .receiving(request, limit: limit, isKeptAlive: head.isKeepAlive)
        case (.body(let bytes), .receiving(var request, let limit, let isKeptAlive)):
            // Released before the append, so that the body grows in place.
            state = .idle
            guard request.body.count + bytes.readableBytes <= limit else {
                state = .refused
                return write(
                    .refusal(GatewayRequestError(status: 3, message: "the body is over \(limit) bytes")).with(status: 413), false,
                    context)
            }
            request.body.append(contentsOf: bytes.readableBytesView)
            state = .receiving(request, limit: limit, isKeptAlive: isKeptAlive)
        case (.end, .receiving(let request, _, let isKeptAlive)):
            state = .answering
            answer(request, isKeptAlive, context)
        default:
            break
        }
    }

    private func answer(_ request: GatewayHTTPRequest, _ isKeptAlive: Bool, _ context: ChannelHandlerContext) {
        if let refusal = upgradeRefusal {
            upgradeRefusal = nil
            return write(refusal, false, context)
        }
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        router.serve(request) { [weak self] answer in
            guard let self, context.value.channel.isActive else { return }
            guard let answer else { return context.value.close(promise: nil) }
            self.write(answer, isKeptAlive, context.value)
        }
        router.flush()
    }

    private func write(_ answer: GatewayHTTPResponse, _ isKeptAlive: Bool, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders()
        if answer.status != 204 { headers.add(name: "Content-Length", value: "\(answer.body.count)") }
        if let type = answer.contentType { headers.add(name: "Content-Type", value: type) }
        for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) { headers.add(name: name, value: value) }
        headers.add(name: "Date", value: router.dates.text(router.time.now))
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        if !isKeptAlive { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !answer.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        }
        if case .answering = state { state = .idle }
        // Before the end of the answer, after which a waiting request may be processed.
        if isKeptAlive { allowUpgrade() }
        let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        if !isKeptAlive {
            let channel = context.channel
            written.whenComplete { _ in channel.close(mode: .output, promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused upgrade is answered and does not close the connection here.
        if error is HTTPParserError || upgradeRefusal == nil { context.close(promise: nil) }
    }
}

extension GatewayHTTPResponse {
    fileprivate func with(status: Int) -> GatewayHTTPResponse {
        var answer = self
        answer.status = status
        return answer
    }
}
