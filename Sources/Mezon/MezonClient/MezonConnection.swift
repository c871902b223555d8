import AsyncSupport
package import ChatModel
package import Logging
package import MezonProtocol
package import NIOCore
import NIOPosix
package import SwiftProtobuf
import Synchronization
package import Transport

/// A WebSocket connection to Mezon that is kept alive for as long as `run()` runs.
///
/// One reader takes events with `next()`, in order and including the phases of the connection. Requests can be sent from any task, except
/// by that reader while it delays `next()`: their responses arrive behind the events that it has not taken.
package final class MezonConnection: Sendable {
    /// A function that returns the target to connect to. `refused` is the token that the server rejected at the last attempt, so that a
    /// fresh one is needed.
    ///
    /// It throws `SocketError.loginRefused` if a retry does not help; any other error is retried.
    package typealias TargetProvider = @Sendable (_ refused: Secret?) async throws -> ConnectionTarget
    /// A function that calls a remote procedure over HTTP. It throws `SocketError.refused` for a refusal that concerns the request and not
    /// the connection.
    package typealias RemoteProcedures = @Sendable (RPC, [UInt8]) async throws -> [UInt8]

    struct State {
        var connection: WebSocketConnection?
        var connectionState = ConnectionState.initial
        var subscriptions = ChannelSubscriptions()
        var counts = ConnectionCounters()
    }

    let target: TargetProvider
    let rpc: RemoteProcedures
    let time: any TimeSource
    package let timing: ConnectionTiming
    let activities: Set<MemberActivity.Kind>
    let logger: Logger
    let mayAct: @Sendable () -> Bool
    let connector: WebSocketBootstrap
    private let eventLoop: any EventLoop
    /// The executor of the event loop that reads from the socket and writes to it, for a reader of `next()` without thread switches.
    package let executor: any SerialExecutor
    let events = BackpressuredBuffer<ConnectionEvent>()
    let state = Mutex(State())

    /// - Parameters:
    ///   - activities: The kinds of activities of members that are events. A server pushes many that nobody needs.
    ///   - mayAct: Returns whether the process may act outside. It is called on the event loop, immediately before requests of outbox rows
    ///     are written; those that may not be sent fail with `SocketError.notConnected`.
    package init(
        target: @escaping TargetProvider, rpc: @escaping RemoteProcedures, tls: TLSPolicy = .standard, time: any TimeSource,
        logger: Logger, timing: ConnectionTiming = ConnectionTiming(), activities: Set<MemberActivity.Kind> = [],
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, mayAct: @escaping @Sendable () -> Bool = { true }
    ) {
        self.target = target
        self.rpc = rpc
        self.time = time
        self.timing = timing
        self.activities = activities
        self.logger = logger
        self.mayAct = mayAct
        eventLoop = group.next()
        executor = eventLoop.executor
        connector = WebSocketBootstrap(group: eventLoop, timeout: timing.connect, tls: tls)
    }

    package var connectionState: ConnectionState { state.withLock { $0.connectionState } }
    package var counts: ConnectionCounters { state.withLock { $0.counts } }

    /// Returns the next event; `nil` after `run()` has ended and everything was taken. Only one reader may call it.
    package nonisolated(nonsending) func next() async -> ConnectionEvent? { await events.next() }

    /// Sends an envelope and returns the one that answers it.
    ///
    /// - Throws: `SocketError`; see `isAmbiguous`.
    package func request(_ envelope: RtEnvelope) async throws -> RtEnvelope {
        try await connection().reply(to: envelope).envelope()
    }

    /// Calls a remote procedure over the socket.
    ///
    /// - Throws: `SocketError`; the codes of a refusal are gRPC codes.
    package func call<Response: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, as response: Response.Type = Response.self
    ) async throws -> Response {
        try await connection().reply(to: SocketRequest.envelope(rpc, request.wireBytes)).response(response)
    }

    /// Sends the request of an outbox row. If its channel must be joined first, the channel is joined and the request is sent once more.
    ///
    /// - Returns: The id of the new message; for a reaction, pin, edit or deletion the id of the message concerned; otherwise zero.
    /// - Throws: `SocketError`; see `isAmbiguous`.
    package func send(_ outgoing: ResolvedAction, in channel: ChatModel.Channel) async throws -> MessageID {
        guard let call = SocketRequest(outgoing, in: channel, at: time.now) else { return 0 }
        do {
            return try call.message(answeredBy: try await connection().reply(to: call.envelope, requiresPermission: true))
        } catch let error as SocketError where call.mayRequireJoin && ChannelSubscriptions.requiresJoin(error) {
            logger.info("Joining before sending", metadata: ["channel.id": "\(channel.id)"])
            try await join(channel)
            return try call.message(answeredBy: try await connection().reply(to: call.envelope, requiresPermission: true))
        }
    }

    /// Sends the request of an outbox row without waiting.
    ///
    /// - Parameter completion: Called once on the connection's event loop and must not wait. It receives what `send` returns or throws;
    ///   nil if the channel must be joined first, and the request had no effect.
    /// - Returns: False if there is no connection; nothing is called then.
    package func begin(
        _ outgoing: ResolvedAction, in channel: ChatModel.Channel,
        completion: @escaping @Sendable (Result<MessageID, SocketError>?) -> Void
    ) -> Bool {
        guard let call = SocketRequest(outgoing, in: channel, at: time.now), let connection = state.withLock({ $0.connection })
        else { return false }
        return connection.send(
            call.envelope, requiresPermission: true,
            for: ReplyCallback { reply in
                do {
                    completion(.success(try call.message(answeredBy: try reply.get())))
                } catch let error as SocketError where call.mayRequireJoin && ChannelSubscriptions.requiresJoin(error) {
                    completion(nil)
                } catch let error as SocketError {
                    completion(.failure(error))
                } catch {
                    completion(.failure(.unexpectedReply("\(error)")))
                }
            })
    }

    /// Runs work on the event loop of the connection, from which `begin` writes without a thread switch. The work must not wait.
    package func perform(_ work: @escaping @Sendable () -> Void) { eventLoop.execute(work) }

    /// Ends the present connection without sending what is still unsent, and connects again.
    package func reset(because reason: String) { state.withLock { $0.connection }?.reset(because: reason) }

    /// Joins a channel, now and after every reconnect.
    package func join(_ channel: ChatModel.Channel) async throws {
        _ = try await request(ChannelSubscriptions.request(channel))
        state.withLock { $0.subscriptions.remember(channel) }
    }

    private func connection() throws -> WebSocketConnection {
        guard let connection = state.withLock({ $0.connection }) else { throw SocketError.notConnected }
        return connection
    }
}
