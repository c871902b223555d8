package import BotConfiguration
package import ChatModel
package import ConnectorKit
package import Delivery
import Foundation
import Storage

/// The connector for Matrix servers.
///
/// Each delivery's idempotency key is the transaction id, by which the server recognizes a repeated request. After the server has forgotten it,
/// after a day or with the device, the message is found by that key in its content.
package final class MatrixConnector: FileConnector, Sender {
    private let settings: ConnectionSettings
    private let server: String
    private let origin: WebOrigin
    private let client: MatrixClient
    private let context: ConnectorContext

    // In UTF-16 units of text: with its formatting, and twice in an edit, a message stays below the size limit of an event in most
    // alphabets.
    package let splitter: MessageSplitter? = MessageSplitter(limit: 8000)
    package let showsAuthorProfiles = true
    package let repetition = ResendMode.idempotent

    private static let maxEmojiBytes = 256  // Bytes.
    private static let maxOwnMessages = 100  // Messages that are searched for one that was already sent.

    init(
        _ settings: ConnectionSettings, _ matrix: MatrixSettings, _ context: ConnectorContext,
        random: any RandomNumberGenerator & Sendable
    ) {
        self.settings = settings
        self.context = context
        server = matrix.server.host
        origin = matrix.server
        client = MatrixClient(matrix, settings, context, random: random)
    }

    package convenience init(_ connection: Connection<MatrixSettings>) {
        self.init(connection.configured, connection.settings, connection.context, random: connection.random)
    }

    package func run() async throws { try await client.run() }

    package func sender(for channel: ChannelID) -> ChannelSender? { ChannelSender(self) }

    package var files: any FileSource & FileHost {
        MatrixFileHost(server: origin, time: context.time, maxBytes: settings.files.maxBytes) { [client] in client.account }
    }

    // Sender

    package func waitUntilConnected(to channel: ChannelID) async throws { try await client.waitUntilOpen(channel) }

    package func conversation(with user: UserID) async throws -> Channel {
        throw SendError.refused(code: 404, "direct messages are not supported on Matrix")
    }

    package func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        throw SendError.refused(code: 421, "history lookup is not supported on Matrix")
    }

    package func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        let channel = outboundRequest.channel.id
        guard settings.channels.contains(where: { $0.id == channel }) else {
            throw SendError.refused(code: 404, "the connection has no such channel")
        }
        guard let openRoom = client.openRoom(for: channel) else { throw SendError.notConnected }
        do {
            let sent = try await send(outboundRequest, in: openRoom)
            if openRoom.room.sendRefusal != nil { client.change(channel) { $0.sendRefusal = nil } }
            return sent
        } catch let error as MatrixError {
            var isNewMessage = false
            if case .send = outboundRequest.outgoing.request { isNewMessage = true }
            throw sendError(error, in: channel, isNewMessage: isNewMessage)
        }
    }

    private func send(_ outboundRequest: OutboundRequest, in openRoom: MatrixClient.OpenRoom) async throws -> SendResult {
        let channel = outboundRequest.channel.id
        switch outboundRequest.outgoing.request {
        case .send(let draft, let reference, _):
            let encoder = MatrixMessageEncoder(draft, of: outboundRequest.relayed)
            guard !encoder.isEmpty else { return SendResult(0) }
            var answered: String?
            if let reference { answered = try await context.store.externalIDs.name(of: reference.message, in: channel) }
            let content = try encoder.message(answering: answered, idempotencyKey: outboundRequest.idempotencyKey)
            let known = try await sent(in: openRoom)[outboundRequest.idempotencyKey]
            let event: String
            if let known {
                event = known
            } else {
                event = try await openRoom.api.send(
                    content, as: "m.room.message", to: openRoom.id, idempotencyKey: outboundRequest.idempotencyKey)
            }
            let message = try await context.naming.message(named: event, in: channel)
            return SendResult(message, messages: [ExternalMessageID(message, externalID: event)])
        case .edit(let message, let draft, _):
            return try await perform(on: message, of: outboundRequest) { name in
                let content = try MatrixMessageEncoder(draft, of: outboundRequest.relayed).edit(
                    of: name, idempotencyKey: outboundRequest.idempotencyKey)
                _ = try await openRoom.api.send(
                    content, as: "m.room.message", to: openRoom.id, idempotencyKey: outboundRequest.idempotencyKey)
            }
        case .delete(let message, _):
            return try await perform(on: message, of: outboundRequest) { name in
                try await openRoom.api.redact(name, in: openRoom.id, idempotencyKey: outboundRequest.idempotencyKey)
            }
        case .react(let emoji, let message, _):
            guard emoji.utf8.count <= Self.maxEmojiBytes else { return SendResult(0) }
            return try await perform(on: message, of: outboundRequest) { name in
                try await react(emoji, to: message, name, outboundRequest, in: openRoom)
            }
        case .unreact(let emoji, let message, _):
            let reactions = try await context.store.connectors.reactions(to: message, in: channel, by: context.botUser)
            guard let reaction = reactions.first(where: { $0.emoji == emoji }) else { return SendResult(0) }
            try await openRoom.api.redact(reaction.name, in: openRoom.id, idempotencyKey: outboundRequest.idempotencyKey)
            return SendResult(message)
        case .directMessage, .ephemeral, .pin, .thread, .clan, .member, .editReply, .withdraw, .relay, .web, .account, .call:
            throw SendError.refused(code: 421, "'\(outboundRequest.outgoing.request.kind)' is not supported on Matrix")
        }
    }

    /// Performs an operation on a message by its event id. A relayed operation on an unknown message is skipped; one that the application
    /// itself asks for is refused.
    private func perform(
        on message: MessageID, of outboundRequest: OutboundRequest, _ operation: (_ name: String) async throws -> Void
    ) async throws -> SendResult {
        guard let name = try await context.store.externalIDs.name(of: message, in: outboundRequest.channel.id) else {
            guard outboundRequest.relayed != nil else { throw SendError.refused(code: 404, "the message is unknown on Matrix") }
            return SendResult(0)
        }
        try await operation(name)
        return SendResult(message)
    }

    /// Sends a reaction and stores it by its event id, so that it can be removed. If several users elsewhere react alike, the bot reacts
    /// once.
    private func react(
        _ emoji: String, to message: MessageID, _ name: String, _ outboundRequest: OutboundRequest,
        in openRoom: MatrixClient.OpenRoom
    ) async throws {
        let content: [String: JSONValue] = [
            "m.relates_to": ["rel_type": "m.annotation", "event_id": .string(name), "key": .string(emoji)]
        ]
        do {
            let event = try await openRoom.api.send(
                content, as: "m.reaction", to: openRoom.id, idempotencyKey: outboundRequest.idempotencyKey)
            let reaction = ExternalReaction(event, in: outboundRequest.channel.id, to: message, emoji: emoji, by: context.botUser)
            try await context.store.connectors.append([], reactions: [.added(reaction)], storing: [])
        } catch MatrixError.refused(_, "M_DUPLICATE_ANNOTATION", _) {}
    }

    /// Returns the bot's latest messages in the room by their keys: read once when the connector starts, and again after a response was
    /// lost.
    private func sent(in openRoom: MatrixClient.OpenRoom) async throws -> [String: String] {
        if let sent = openRoom.room.sent { return sent }
        let filter: JSONValue = ["types": ["m.room.message"], "senders": [.string(openRoom.userID)]]
        let page = try await openRoom.api.messages(in: openRoom.id, from: nil, filter: filter, limit: Self.maxOwnMessages)
        var sent: [String: String] = [:]
        for event in page.events where event.sender == openRoom.userID {
            // An edit has a key too, but is not a message of its own.
            guard let idempotencyKey = event.content[MatrixMessageEncoder.idempotencyKeyField]?.string,
                event.relation?["rel_type"] == nil
            else {
                continue
            }
            sent[idempotencyKey] = event.id
        }
        let found = sent
        client.change(openRoom.room.channel) { $0.sent = found }
        return sent
    }

    /// - Parameter isNewMessage: A Boolean value that indicates whether a message was to be sent; only then does a refusal hold up the channel.
    private func sendError(_ error: MatrixError, in channel: ChannelID, isNewMessage: Bool) -> SendError {
        switch error {
        case .unreachable(_, isSent: false): return .notConnected
        case .unreachable(let reason, isSent: true), .malformedResponse(let reason):
            client.change(channel) { $0.sent = nil }
            return .ambiguous(reason)
        case .tooLarge: return .ambiguous("\(error)")
        case .unavailable(let reason, let retryAfter):
            client.change(channel) { $0.sent = nil }
            return .unavailable(reason, retryAfter: retryAfter)
        case .refused(let status, let code, _):
            if error.isUnknownToken {
                client.close(because: "\(error)")
                return .notConnected
            }
            // Permissions can change, and a removal from the room is reported by the next sync.
            guard code == "M_FORBIDDEN", isNewMessage else { return .refused(code: status, "\(error)") }
            client.change(channel) { $0.sendRefusal = "\(error)" }
            return .unavailable("\(error)", retryAfter: MatrixClient.refusalPause)
        }
    }

    package var status: ConnectorStatus {
        let (phase, rooms) = client.status
        let (text, isConnected): (String, Bool) =
            switch phase {
            case .idle: ("not started yet", false)
            case .connecting(let attempt, nil): ("connecting to \(server), attempt \(attempt)", false)
            case .connecting(let attempt, let failure?): ("connecting to \(server), attempt \(attempt): \(failure)", false)
            case .connected(let userID, _): ("connected to \(server) as \(userID.terminalSafe)", true)
            case .waiting(let reason): (reason.contains(server) ? reason : "\(server): \(reason)", false)
            case .ended: ("stopped", false)
            }
        return ConnectorStatus(
            name: settings.name, network: settings.network.title, text: text, isConnected: isConnected,
            channels: rooms.all.map { .init($0.name, obstacle: $0.obstacle ?? (isConnected ? nil : "not connected")) })
    }
}
