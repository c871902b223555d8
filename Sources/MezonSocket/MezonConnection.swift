package import Logging
package import MezonModel
package import MezonWire
package import NIOCore
import NIOPosix
package import SwiftProtobuf
import Synchronization
package import Transport

/// One WebSocket to Mezon, kept alive for as long as `run()` runs.
///
/// What happens is pulled by one reader with `next()`, in order, phases of the connection included. Requests may come from
/// anywhere, but not from that reader while it holds up `next()`: their answers arrive behind the events it has not taken.
package final class MezonConnection: Sendable {
    /// Gives the place to connect to. `refused` is the token that the server turned away at the last try: a fresh one is needed.
    ///
    /// Throws `SocketError.loginRefused` where trying again makes no sense; any other error is tried again.
    package typealias TargetProvider = @Sendable (_ refused: Secret?) async throws -> ConnectionTarget
    /// A remote procedure over HTTP. Throws `SocketError.refused` for a refusal that concerns the request and not the connection.
    package typealias RemoteProcedures = @Sendable (RPC, [UInt8]) async throws -> [UInt8]

    struct State {
        var connection: WebSocketConnection?
        var shown = ConnectionState.initial
        var joins = ChannelSubscriptions()
        var counts = ConnectionCounters()
    }

    let target: TargetProvider
    let rpc: RemoteProcedures
    let time: any TimeSource
    let timing: ConnectionTiming
    let logger: Logger
    let connector: WebSocketBootstrap
    let inlet = BackpressuredBuffer<ConnectionEvent>()
    let state = Mutex(State())

    package init(
        target: @escaping TargetProvider, rpc: @escaping RemoteProcedures, tls: TLSPolicy = .standard, time: any TimeSource,
        logger: Logger, timing: ConnectionTiming = ConnectionTiming(),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        self.target = target
        self.rpc = rpc
        self.time = time
        self.timing = timing
        self.logger = logger
        connector = WebSocketBootstrap(group: group, timeout: timing.connect, tls: tls)
    }

    package var connectionState: ConnectionState { state.withLock { $0.shown } }
    package var counts: ConnectionCounters { state.withLock { $0.counts } }

    /// What happened next; `nil` after `run()` has ended and everything was taken. For one reader.
    package func next() async -> ConnectionEvent? { await inlet.next() }

    /// Sends an envelope and gives the one that answers it.
    /// - Throws: `SocketError`; see `isAmbiguous`.
    package func request(_ envelope: RtEnvelope) async throws -> RtEnvelope {
        try await connection().reply(to: envelope).envelope()
    }

    /// Calls a remote procedure inside the socket.
    /// - Throws: `SocketError`; the codes of a refusal are gRPC codes.
    package func call<Response: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, as response: Response.Type = Response.self
    ) async throws -> Response {
        try await connection().reply(to: SocketRequest.envelope(rpc, request.wireBytes)).response(response)
    }

    /// Carries out what an outbox row asks for. A channel that must be joined first is joined, and the request sent once more.
    /// - Returns: The new message's id; for a reaction, a pin, an edit or a delete the id of the message it is about; else zero.
    /// - Throws: `SocketError`; see `isAmbiguous`.
    package func send(_ outgoing: ResolvedAction, in channel: MezonModel.Channel) async throws -> MessageID {
        guard let call = SocketRequest(outgoing, in: channel, at: time.now) else { return 0 }
        do {
            return try call.message(answeredBy: try await connection().reply(to: call.envelope))
        } catch let error as SocketError where call.isSaidInChannel && ChannelSubscriptions.isMissing(error) {
            logger.info("Joining before sending", metadata: ["channel.id": "\(channel.id)"])
            try await join(channel)
            return try call.message(answeredBy: try await connection().reply(to: call.envelope))
        }
    }

    /// Joins a channel, now and after every reconnect.
    package func join(_ channel: MezonModel.Channel) async throws {
        _ = try await request(ChannelSubscriptions.request(channel))
        state.withLock { $0.joins.remember(channel) }
    }

    private func connection() throws -> WebSocketConnection {
        guard let connection = state.withLock({ $0.connection }) else { throw SocketError.notConnected }
        return connection
    }
}
