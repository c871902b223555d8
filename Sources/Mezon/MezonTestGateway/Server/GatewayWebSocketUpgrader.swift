import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A refused upgrade to a WebSocket; the HTTP handler stores the answer.
struct UpgradeError: Error {}

/// Upgrades connections with a valid token to WebSockets.
///
/// NIO's own upgrader computes the answer to the handshake. It would also add a frame encoder, which is not needed
/// because frames are encoded once for all receivers and written as bytes.
struct GatewayWebSocketUpgrader: HTTPServerProtocolUpgrader {
    let supportedProtocol = "websocket"
    let requiredUpgradeHeaders: [String] = []
    private let router: NIOLoopBound<ConnectionRouter>
    private let handler: NIOLoopBound<HTTPHandler>
    private let handshake = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })

    init(_ router: ConnectionRouter, _ handler: HTTPHandler, on loop: any EventLoop) {
        self.router = NIOLoopBound(router, eventLoop: loop)
        self.handler = NIOLoopBound(handler, eventLoop: loop)
    }

    func buildUpgradeResponse(
        channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        let granted = channel.eventLoop.makePromise(of: Void.self)
        router.value.authorizeUpgrade(upgradeRequest) { refusal in
            handler.value.upgradeRefusal = refusal
            if refusal == nil { granted.succeed() } else { granted.fail(UpgradeError()) }
        }
        return granted.futureResult.flatMap { [handshake] in
            handshake.buildUpgradeResponse(
                channel: channel, upgradeRequest: upgradeRequest, initialResponseHeaders: initialResponseHeaders)
        }.map { headers in
            var headers = headers
            // Only echoed if the client offered it: otherwise the client must fail the connection (RFC 6455 §4.1).
            if upgradeRequest.headers[canonicalForm: "Sec-WebSocket-Protocol"].contains("protobuf") {
                headers.add(name: "Sec-WebSocket-Protocol", value: "protobuf")
            }
            return headers
        }.flatMapErrorThrowing { error in
            if handler.value.upgradeRefusal == nil {
                handler.value.upgradeRefusal = .refusal(.invalid("the WebSocket handshake is not complete"))
            }
            throw error
        }
    }

    func upgrade(context: ChannelHandlerContext, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Void> {
        context.eventLoop.makeCompletedFuture {
            let router = router.value
            guard let connection = router.connect(context.channel, upgradeRequest) else { throw UpgradeError() }
            let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: router.limits.frameBytes))
            try context.pipeline.syncOperations.addHandler(decoder)
            try context.pipeline.syncOperations.addHandler(GatewaySocketHandler(connection, router))
        }
    }
}
