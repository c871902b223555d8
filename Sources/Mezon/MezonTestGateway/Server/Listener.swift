import Foundation
import NIOCore
import NIOPosix

/// Binds the port and configures the handlers of its connections.
enum Listener {
    /// - Throws: `GatewayError.notLoopback` for addresses that other machines could reach.
    static func loopbackAddress(_ host: String, port: Int) throws(GatewayError) -> SocketAddress {
        // Names are not resolved: a resolver could return any address.
        let literal = host == "localhost" ? "127.0.0.1" : host
        guard (0...65_535).contains(port) else {
            throw GatewayError.cannotListen(host: host, port: port, reason: "a port lies between 0 and 65535")
        }
        guard let address = try? SocketAddress(ipAddress: literal, port: port), literal == "::1" || literal.hasPrefix("127.")
        else {
            throw GatewayError.notLoopback(host: host)
        }
        return address
    }

    static func bind(
        to address: SocketAddress, on group: MultiThreadedEventLoopGroup, _ router: NIOLoopBound<ConnectionRouter>
    ) async throws -> any Channel {
        try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // Large reads, so that one flush answers a burst of requests.
            .childChannelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 2048, initial: 16_384, maximum: 262_144)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try configure(channel, router.value) }
            }
            .bind(to: address).get()
    }

    static func error(_ error: any Error, host: String, port: Int) -> GatewayError {
        switch error {
        case let error as GatewayError: error
        case let error as IOError where error.errnoCode == EADDRINUSE: .portInUse(port)
        case let error as IOError: .cannotListen(host: host, port: port, reason: String(cString: strerror(error.errnoCode)))
        default: .cannotListen(host: host, port: port, reason: "the address cannot be used")
        }
    }

    private static func configure(_ channel: any Channel, _ router: ConnectionRouter) throws {
        guard router.admit(channel) else { return channel.close(promise: nil) }
        let pipeline = HTTPPipeline(router, on: channel.eventLoop)
        try pipeline.install(in: channel.pipeline.syncOperations)
    }
}
