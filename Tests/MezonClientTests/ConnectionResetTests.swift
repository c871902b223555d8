import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import MezonClient

@Suite(.timeLimit(.minutes(5)))
struct ConnectionResetTests {
    /// Tells how a connection ended: nil if its peer closed it.
    private final class EndRecorder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let end: EventLoopPromise<CInt?>

        init(_ end: EventLoopPromise<CInt?>) { self.end = end }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            end.succeed((error as? IOError)?.errnoCode)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { end.succeed(nil) }
    }

    /// Connects, ends the connection and returns how the server sees its end.
    private func end(_ body: @escaping @Sendable (any Channel) -> Void) async throws -> CInt? {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let end = loop.makePromise(of: CInt?.self)
        let server = try await ServerBootstrap(group: loop)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture { try child.pipeline.syncOperations.addHandler(EndRecorder(end)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let client = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(ConnectionReset()) }
            }
            .connect(host: "127.0.0.1", port: server.localAddress?.port ?? 0).get()
        // The server has the connection once it has accepted it, on the same loop.
        try await client.writeAndFlush(ByteBuffer(string: "sent"))
        body(client)
        let outcome = try await end.futureResult.get()
        try await server.close()
        return outcome
    }

    @Test func `a connection that is reset ends with an error, and one that is closed does not`() async throws {
        #expect(try await end { $0.pipeline.triggerUserOutboundEvent(ConnectionReset.Request(), promise: nil) } == ECONNRESET)
        #expect(try await end { $0.close(promise: nil) } == nil)
    }
}
