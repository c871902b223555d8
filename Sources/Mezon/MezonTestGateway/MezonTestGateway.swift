package import ChatModel
import Foundation
package import Logging
import MezonProtocol
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// A Mezon-compatible gateway in this process, on loopback, for development and tests.
///
/// It speaks login, RPC and WebSocket on one port with a small seeded state in memory, and injects faults on demand.
/// Start it with `start()` and end it with `shutdown()`, or run it in a `ServiceGroup`. A gateway can be started only once.
package final class MezonTestGateway: Service {
    private let configuration: GatewayConfiguration
    private let time: any TimeSource
    private let logger: Logger
    private let initialState: GatewayState
    private let state = Mutex(State.idle)

    private enum State {
        case idle, starting
        case serving(Serving)
        case stopped
    }

    private struct Serving {
        let group: MultiThreadedEventLoopGroup
        let listener: any NIOCore.Channel
        let router: NIOLoopBound<ConnectionRouter>
        let address: GatewayAddress
    }

    /// - Throws: `GatewayError.badSeed`, `GatewayError.notLoopback`.
    package init(configuration: GatewayConfiguration = GatewayConfiguration(), time: any TimeSource, logger: Logger)
        throws(GatewayError)
    {
        var generator = SystemRandomNumberGenerator()
        _ = try Listener.loopbackAddress(configuration.host, port: configuration.port)
        self.configuration = configuration
        self.time = time
        self.logger = logger
        initialState = try GatewayState(
            configuration.seed, switches: configuration.switches, limits: configuration.limits, at: time.now, using: &generator)
    }

    /// The initial accounts, ordered by id; accounts created later are not included.
    package var accounts: [GatewayAccount] { initialState.usersByID.values.map(\.account).sorted { $0.appID < $1.appID } }

    /// The gateway's address while it serves.
    package var address: GatewayAddress? {
        if case .serving(let serving) = state.withLock({ $0 }) { serving.address } else { nil }
    }

    /// Starts listening and serving.
    ///
    /// - Throws: `GatewayError` if the port is in use, the address cannot be bound, or the gateway was started before.
    @discardableResult
    package func start() async throws(GatewayError) -> GatewayAddress {
        let isFirst = state.withLock { state in
            guard case .idle = state else { return false }
            state = .starting
            return true
        }
        guard isFirst else { throw GatewayError.alreadyStarted }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let serving = try await serve(on: group)
            state.withLock { $0 = .serving(serving) }
            logger.info("Local gateway listening", metadata: ["gateway.address": "\(serving.address.authority)"])
            return serving.address
        } catch {
            state.withLock { $0 = .stopped }
            await stop(group)
            throw Listener.error(error, host: configuration.host, port: configuration.port)
        }
    }

    /// Serves until graceful shutdown or cancellation, then closes every socket with 1001.
    package func run() async throws {
        if case .idle = state.withLock({ $0 }) { try await start() }
        guard case .serving(let serving) = state.withLock({ $0 }) else { throw GatewayError.notRunning }
        let listener = serving.listener
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await listener.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            listener.close(promise: nil)
        }
        await shutdown()
    }

    /// Stops listening and closes every connection. Does nothing if the gateway is not serving.
    package func shutdown() async {
        let serving: Serving? = state.withLock { state in
            guard case .serving(let serving) = state else { return nil }
            state = .stopped
            return serving
        }
        guard let serving else { return }
        let loop = serving.router.eventLoop
        let closed = loop.flatSubmit {
            serving.listener.close().flatMapError { _ in loop.makeSucceededVoidFuture() }
                .flatMap { serving.router.value.closeAll(on: loop) }
        }
        do { try await closed.get() } catch { logger.debug("Connection already closed") }
        await stop(serving.group)
        logger.info("Local gateway stopped")
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws -> Serving {
        let loop = group.next()
        let address = try Listener.loopbackAddress(configuration.host, port: configuration.port)
        let (state, seed, time, logger) = (initialState, configuration.faultSeed, time, logger)
        let router = try await loop.submit {
            NIOLoopBound(ConnectionRouter(state: state, faultSeed: seed, loop: loop, time: time, logger: logger), eventLoop: loop)
        }.get()
        let listener = try await Listener.bind(to: address, on: group, router)
        let bound = GatewayAddress(
            host: listener.localAddress?.ipAddress ?? configuration.host, port: listener.localAddress?.port ?? configuration.port)
        try await loop.submit { router.value.address = bound }.get()
        return Serving(group: group, listener: listener, router: router, address: bound)
    }

    private func stop(_ group: MultiThreadedEventLoopGroup) async {
        do { try await group.shutdownGracefully() } catch {
            logger.warning("The gateway's event loop did not stop", metadata: ["error": "\(error)"])
        }
    }

    /// Runs an operation on the event loop that owns the state.
    func onLoop<Value: Sendable>(
        _ action: @escaping @Sendable (ConnectionRouter) throws(GatewayRequestError) -> Value
    ) async throws(GatewayError) -> Value {
        guard case .serving(let serving) = state.withLock({ $0 }) else { throw GatewayError.notRunning }
        let router = serving.router
        do {
            return try await router.eventLoop.submit {
                defer { router.value.flush() }
                return try action(router.value)
            }.get()
        } catch let refusal as GatewayRequestError {
            throw GatewayError.refused(refusal.message)
        } catch {
            throw GatewayError.notRunning
        }
    }
}
