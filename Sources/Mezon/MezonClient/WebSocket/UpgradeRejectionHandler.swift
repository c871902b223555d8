import NIOCore
import NIOHTTP1

/// Reads the status of a response that rejects the upgrade.
final class UpgradeRejectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    let status: EventLoopPromise<Int>

    init(_ status: EventLoopPromise<Int>) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = Self.unwrapInboundIn(data) else { return }
        status.succeed(Int(head.status.code))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { status.fail(error) }

    func handlerRemoved(context: ChannelHandlerContext) { status.fail(ChannelError.eof) }
}
