import AsyncSupport
import ChatModel
import MezonProtocol
import NIOCore
import NIOWebSocket
import SwiftProtobuf

/// An open connection, from its upgrade to its end.
struct WebSocketConnection: Sendable {
    private let channel: any NIOCore.Channel
    private let requests: RequestQueue
    private let ended: EventLoopFuture<String>

    /// Opens a connection.
    ///
    /// - Throws: `SocketError`.
    static func open(
        _ target: ConnectionTarget, with connector: WebSocketBootstrap,
        dependencies: @escaping @Sendable (RequestQueue, EventLoopPromise<String>) -> EnvelopeHandler.Dependencies
    ) async throws -> WebSocketConnection {
        let requests = RequestQueue()
        let ended = connector.group.next().makePromise(of: String.self)
        do {
            let channel = try await connector.connect(to: target) { channel in
                try channel.pipeline.syncOperations.addHandler(EnvelopeHandler(dependencies(requests, ended)))
            }
            return WebSocketConnection(channel: channel, requests: requests, ended: ended.futureResult)
        } catch {
            ended.succeed("never opened")
            throw error
        }
    }

    /// Sends an envelope and waits for the response.
    ///
    /// - Parameter requiresPermission: Whether it is sent only while the process may act outside.
    /// - Throws: `SocketError`; `CancellationError`, after which the request may still take effect.
    func reply(to envelope: RtEnvelope, requiresPermission: Bool = false) async throws -> ServerReply {
        let slot = AsyncPromise<ServerReply>()
        guard send(envelope, requiresPermission: requiresPermission, for: slot) else { throw SocketError.notConnected }
        return try await slot.value()
    }

    /// Sends an envelope without waiting. Returns false if the connection has ended; the receiver is not called then.
    ///
    /// - Parameter requiresPermission: Whether it is sent only while the process may act outside; it fails as not connected otherwise.
    func send(_ envelope: RtEnvelope, requiresPermission: Bool, for receiver: any ReplyReceiver) -> Bool {
        let request = RequestQueue.Request(
            body: envelope.wireBytes, isOrdered: envelope.isMessageSend, requiresPermission: requiresPermission, slot: receiver)
        switch requests.add(request) {
        case .added: break
        case .addedFirst:
            // Not at once: the caller may be a receiver of a response that the handler is reading. All requests of that burst then
            // leave with one write.
            channel.eventLoop.execute { [channel] in
                channel.pipeline.triggerUserOutboundEvent(EnvelopeHandler.Wake.requests, promise: nil)
            }
        case .closed: return false
        }
        return true
    }

    /// Waits for the end of the connection and returns its reason. Cancelling the wait closes the connection.
    func end() async throws -> String {
        try await withTaskCancellationHandler {
            try await ended.get()
        } onCancel: {
            close()
        }
    }

    /// Ends the connection without sending what is still unsent.
    func reset(because reason: String) {
        channel.triggerUserOutboundEvent(WebSocketHandler.Command.reset(reason), promise: nil)
    }

    func close() {
        channel.triggerUserOutboundEvent(WebSocketHandler.Command.close(.normalClosure), promise: nil)
    }
}

extension RtEnvelope {
    /// A Boolean value that indicates whether the envelope sends a message, which the server does before it reads the next envelope.
    /// Remote procedures may take longer than those that follow them.
    fileprivate var isMessageSend: Bool { if case .channelMessageSend = message { true } else { false } }
}
