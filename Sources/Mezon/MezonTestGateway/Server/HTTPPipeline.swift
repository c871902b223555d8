import NIOCore
import NIOHTTP1

/// The handlers of an HTTP connection, which any request may upgrade to a WebSocket.
///
/// NIO's upgrade handler decides about a connection's first request only, but aiohttp and other clients ask for the upgrade on a
/// connection that carried requests before. Therefore a new handler is added after each answer.
final class HTTPPipeline {
    private let encoder = HTTPResponseEncoder()
    private let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    private let pipelining = HTTPServerPipelineHandler()
    private let validator = NIOHTTPResponseHeadersValidator()
    private let errors = HTTPServerProtocolErrorHandler()
    private let handler: HTTPHandler
    private let upgrader: GatewayWebSocketUpgrader
    private let loop: any EventLoop

    init(_ router: ConnectionRouter, on loop: any EventLoop) {
        handler = HTTPHandler(router)
        upgrader = GatewayWebSocketUpgrader(router, handler, on: loop)
        self.loop = loop
    }

    func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        try pipeline.addHandlers([encoder, decoder, pipelining, validator, errors, upgradeHandler(), handler])
        // The retain cycle through this closure ends when the HTTP handler is removed.
        handler.allowUpgrade = { [self] in
            do {
                try pipeline.addHandler(upgradeHandler(), position: .before(handler))
            } catch {
                // The connection is closing: no request follows.
            }
        }
    }

    private func upgradeHandler() -> HTTPServerUpgradeHandler {
        let handler = NIOLoopBound(handler, eventLoop: loop)
        return HTTPServerUpgradeHandler(
            upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder, pipelining, validator, errors],
            upgradeCompletionHandler: { $0.pipeline.syncOperations.removeHandler(handler.value, promise: nil) })
    }
}
