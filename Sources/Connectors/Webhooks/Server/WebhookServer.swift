package import BotConfiguration
package import ChatModel
import ConnectorKit
import Foundation
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Storage
import Synchronization
import Transport

/// Receives webhooks: an HTTP server with endpoints that answers a call only after it has been stored.
///
/// It does not support TLS, so it must run on loopback or behind a proxy that does. A call that is not authentic is refused without a
/// reason.
package final class WebhookServer: Service {
    /// A function that stores a call and then returns. If it throws, the caller is asked to retry.
    package typealias AcceptHandler = @Sendable (InboundWebhook) async throws -> InboundWebhook.AcceptResult

    private static let tick = Duration.seconds(1)  // The maximum delay of a deadline.

    private let address: (host: String, port: Int)
    private let limits: WebhookServerLimits
    private let endpoints: RouteTable
    private let time: any TimeSource
    private let logger: Logger
    private let take: AcceptHandler
    private let state = Mutex(State.idle)
    private let rareLog = ThrottledLog()

    private enum State {
        case idle, starting
        case listening(Listening)
        case over
    }

    private struct Listening {
        let listener: any NIOCore.Channel
        let serverState: NIOLoopBound<WebhookServerState>
        let jobs: AsyncStream<WebhookJob>
        let jobContinuation: AsyncStream<WebhookJob>.Continuation
    }

    /// - Parameters:
    ///   - host: An IP address, or `localhost`.
    ///   - port: The port; zero for any free one.
    /// - Throws: `WebhookServerError`.
    package init(
        host: String = "127.0.0.1", port: Int, endpoints: [WebhookEndpoint], limits: WebhookServerLimits = WebhookServerLimits(),
        time: any TimeSource, logger: Logger, take: @escaping AcceptHandler
    ) throws(WebhookServerError) {
        address = (host, port)
        self.limits = limits
        self.endpoints = try RouteTable(endpoints)
        self.time = time
        self.logger = logger
        self.take = take
    }

    /// The port while the server is listening.
    package var port: Int? {
        if case .listening(let listening) = state.withLock({ $0 }) { listening.listener.localAddress?.port } else { nil }
    }

    /// Replaces the endpoints. If one of them is invalid, all stay as they were.
    package func replace(endpoints: [WebhookEndpoint]) throws(WebhookServerError) {
        try self.endpoints.replace(endpoints)
        logger.info("Webhook endpoints replaced", metadata: ["webhook.routes": "\(endpoints.count)"])
    }

    /// Starts listening; calls are answered once the service runs.
    ///
    /// - Returns: The port.
    @discardableResult
    package func start() async throws(WebhookServerError) -> Int {
        let isFirst = state.withLock { state in
            guard case .idle = state else { return false }
            state = .starting
            return true
        }
        guard isFirst else { throw .startedBefore }
        do {
            let listening = try await listen()
            state.withLock { $0 = .listening(listening) }
            let port = listening.listener.localAddress?.port ?? address.port
            logger.info("Webhook server started", metadata: ["webhook.host": "\(address.host)", "webhook.port": "\(port)"])
            return port
        } catch {
            state.withLock { $0 = .over }
            throw Self.error(error, address)
        }
    }

    /// Receives until graceful shutdown or cancellation; calls in progress are still answered.
    package func run() async throws {
        if case .idle = state.withLock({ $0 }) { try await start() }
        guard case .listening(let listening) = state.withLock({ $0 }) else { throw WebhookServerError.startedBefore }
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await self.answerAll(listening.jobs) }
                group.addTask { await self.expireConnections(listening.serverState) }
                try await listening.listener.closeFuture.get()
                try await Self.close(listening.serverState)
                listening.jobContinuation.finish()
                group.cancelAll()
            }
        } onCancelOrGracefulShutdown: {
            listening.listener.close(promise: nil)
        }
        state.withLock { $0 = .over }
        logger.info("Webhook server stopped")
    }

    /// Returns once every connection is closed; calls in progress are answered first.
    private static func close(_ serverState: NIOLoopBound<WebhookServerState>) async throws {
        let loop = serverState.eventLoop
        try await withTaskCancellationHandler {
            try await loop.flatSubmit { serverState.value.close() }.get()
        } onCancel: {
            loop.execute { serverState.value.abort() }
        }
    }

    private func answerAll(_ jobs: AsyncStream<WebhookJob>) async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { job.reply(await self.answer(to: job.draft)) } }
        }
    }

    private func answer(to draft: UnverifiedWebhook) async -> WebhookResponse {
        let now = time.now
        guard case .authentic(let id) = endpoints.verify(draft, at: now) else {
            logRejection("Webhook authentication failed", draft)
            return .forged
        }
        do {
            _ = try WebhookBody(draft.body, contentType: draft.headers.only("content-type"))
        } catch {
            logRejection("Webhook body rejected: \(error)", draft)
            return .unread(error)
        }
        if let wait = endpoints.wait(draft.endpoint.path, at: time.uptime) {
            logRejection("Webhook rate limit exceeded", draft)
            return .tooMany(after: Int64((wait / .seconds(1)).rounded(.up)))
        }
        let call = InboundWebhook(endpoint: draft.endpoint.path, id: id, at: now, headers: draft.headers.kept, body: draft.body)
        do {
            return try await take(call) == .new ? .accepted : .known
        } catch {
            logger.warning(
                "Webhook could not be stored",
                metadata: [
                    "webhook.path": "\(draft.endpoint.path)", "webhook.error": "\(StorageErrorDescription.words(for: error))",
                ])
            return .unavailable(after: 30)
        }
    }

    /// Logs a rejected call, at a limited rate because any caller can cause one.
    private func logRejection(_ message: Logger.Message, _ draft: UnverifiedWebhook) {
        guard let others = rareLog.record("\(draft.endpoint.path) \(message)", at: time.uptime) else { return }
        var metadata: Logger.Metadata = ["webhook.path": "\(draft.endpoint.path)"]
        if others > 0 { metadata["log.suppressed"] = "\(others)" }
        logger.info(message, metadata: metadata)
    }

    private func expireConnections(_ serverState: NIOLoopBound<WebhookServerState>) async {
        while !Task.isCancelled {
            do { try await time.sleep(for: Self.tick) } catch { return }
            serverState.eventLoop.execute { serverState.value.expire() }
        }
    }

    private func listen() async throws -> Listening {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let literal = address.host == "localhost" ? "127.0.0.1" : address.host
        guard (0...65_535).contains(address.port), let socketAddress = try? SocketAddress(ipAddress: literal, port: address.port)
        else {
            throw WebhookServerError.badAddress(host: address.host, port: address.port)
        }
        // The buffer holds as many calls as may be processed at once; further calls are answered as unavailable.
        let (jobs, jobContinuation) = AsyncStream<WebhookJob>.makeStream(bufferingPolicy: .bufferingOldest(limits.calls))
        let (limits, endpoints, time, rareLog, logger) = (limits, endpoints, time, rareLog, logger)
        let serverState = try await loop.submit {
            NIOLoopBound(
                WebhookServerState(limits: limits, endpoints: endpoints, loop: loop, time: time, jobs: jobContinuation),
                eventLoop: loop)
        }.get()
        let listener = try await ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if !serverState.value.hasCapacity, let others = rareLog.record("full", at: time.uptime) {
                        logger.warning("Webhook connection limit reached", metadata: ["log.suppressed": "\(others)"])
                    }
                    try Self.configure(channel, serverState.value)
                }
            }
            .bind(to: socketAddress).get()
        return Listening(listener: listener, serverState: serverState, jobs: jobs, jobContinuation: jobContinuation)
    }

    private static func configure(_ channel: any NIOCore.Channel, _ serverState: WebhookServerState) throws {
        guard serverState.hasCapacity else {
            let answer = WebhookResponse.unavailable(after: 5).bytes(date: serverState.date, isLast: true, omitsBody: false)
            return try channel.pipeline.syncOperations.addHandler(RejectHandler(answer))
        }
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldCount = serverState.limits.headers
        limits.maxHeaderFieldSize = serverState.limits.headerBytes
        limits.maxHeaderListSize = serverState.limits.headerBytes
        let decoder = HTTPRequestDecoder(limitConfiguration: limits)
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
        try channel.pipeline.syncOperations.addHandler(WebhookHTTPHandler(serverState))
    }

    private static func error(_ error: any Error, _ address: (host: String, port: Int)) -> WebhookServerError {
        switch error {
        case let error as WebhookServerError: error
        case let error as IOError where error.errnoCode == EADDRINUSE: .portInUse(address.port)
        default: .cannotListen(host: address.host, port: address.port, reason: ConnectionErrorDescription.description(for: error))
        }
    }
}
