package import BotConfiguration
package import ChatModel
package import ConnectorKit
package import Delivery
import Foundation
import Storage

/// The connector for Matrix servers.
///
/// Each delivery's ticket is the transaction id, by which the server recognizes a repeated request. After the server has forgotten it,
/// after a day or with the device, the message is found by the ticket in its content.
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
        MatrixFileHost(server: origin, time: context.time, most: settings.files.maxBytes) { [client] in client.account }
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
        guard let place = client.place(of: channel) else { throw SendError.notConnected }
        do {
            let sent = try await send(outboundRequest, at: place)
            if place.room.sendRefusal != nil { client.change(channel) { $0.sendRefusal = nil } }
            return sent
        } catch let error as MatrixError {
            var isSpeech = false
            if case .send = outboundRequest.outgoing.request { isSpeech = true }
            throw sendError(error, in: channel, isSpeech: isSpeech)
        }
    }

    private func send(_ outboundRequest: OutboundRequest, at place: MatrixClient.OpenRoom) async throws -> SendResult {
        let channel = outboundRequest.channel.id
        switch outboundRequest.outgoing.request {
        case .send(let draft, let reference, _):
            let saying = MatrixMessageEncoder(draft, of: outboundRequest.relayed)
            guard !saying.isEmpty else { return SendResult(0) }
            var answered: String?
            if let reference { answered = try await context.store.externalIDs.name(of: reference.message, in: channel) }
            let content = try saying.message(answering: answered, ticket: outboundRequest.idempotencyKey)
            let known = try await sent(at: place)[outboundRequest.idempotencyKey]
            let event: String
            if let known {
                event = known
            } else {
                event = try await place.api.send(
                    content, as: "m.room.message", to: place.id, ticket: outboundRequest.idempotencyKey)
            }
            let message = try await context.naming.message(named: event, in: channel)
            return SendResult(message, became: [ExternalMessageID(message, name: event)])
        case .edit(let message, let draft, _):
            return try await act(on: message, of: outboundRequest) { name in
                let content = try MatrixMessageEncoder(draft, of: outboundRequest.relayed).edit(
                    of: name, ticket: outboundRequest.idempotencyKey)
                _ = try await place.api.send(content, as: "m.room.message", to: place.id, ticket: outboundRequest.idempotencyKey)
            }
        case .delete(let message, _):
            return try await act(on: message, of: outboundRequest) { name in
                try await place.api.redact(name, in: place.id, ticket: outboundRequest.idempotencyKey)
            }
        case .react(let emoji, let message, _):
            guard emoji.utf8.count <= Self.maxEmojiBytes else { return SendResult(0) }
            return try await act(on: message, of: outboundRequest) { name in
                try await react(emoji, to: message, name, outboundRequest, at: place)
            }
        case .unreact(let emoji, let message, _):
            let reactions = try await context.store.connectors.reactions(to: message, in: channel, by: context.botUser)
            guard let reaction = reactions.first(where: { $0.emoji == emoji }) else { return SendResult(0) }
            try await place.api.redact(reaction.name, in: place.id, ticket: outboundRequest.idempotencyKey)
            return SendResult(message)
        case .directMessage, .ephemeral, .pin, .member, .editReply, .relay:
            throw SendError.refused(code: 421, "'\(outboundRequest.outgoing.request.kind)' is not supported on Matrix")
        }
    }

    /// Performs an operation on a message by its event id. A relayed operation on an unknown message is skipped; one that the application
    /// itself asks for is refused.
    private func act(
        on message: MessageID, of outboundRequest: OutboundRequest, _ deed: (_ name: String) async throws -> Void
    ) async throws -> SendResult {
        guard let name = try await context.store.externalIDs.name(of: message, in: outboundRequest.channel.id) else {
            guard outboundRequest.relayed != nil else { throw SendError.refused(code: 404, "the message is unknown on Matrix") }
            return SendResult(0)
        }
        try await deed(name)
        return SendResult(message)
    }

    /// Sends a reaction and stores it by its event id, so that it can be removed. If several users elsewhere react alike, the bot reacts
    /// once.
    private func react(
        _ emoji: String, to message: MessageID, _ name: String, _ outboundRequest: OutboundRequest,
        at place: MatrixClient.OpenRoom
    ) async throws {
        let content: [String: JSONValue] = [
            "m.relates_to": ["rel_type": "m.annotation", "event_id": .string(name), "key": .string(emoji)]
        ]
        do {
            let event = try await place.api.send(content, as: "m.reaction", to: place.id, ticket: outboundRequest.idempotencyKey)
            let reaction = ExternalReaction(event, in: outboundRequest.channel.id, to: message, emoji: emoji, by: context.botUser)
            try await context.store.connectors.append([], reactions: [.come(reaction)], storing: [])
        } catch MatrixError.refused(_, "M_DUPLICATE_ANNOTATION", _) {}
    }

    /// Returns the bot's latest messages in the room by their tickets: read once when the connector starts, and again after a response was
    /// lost.
    private func sent(at place: MatrixClient.OpenRoom) async throws -> [String: String] {
        if let sent = place.room.sent { return sent }
        let filter: JSONValue = ["types": ["m.room.message"], "senders": [.string(place.person)]]
        let page = try await place.api.messages(in: place.id, from: nil, filter: filter, limit: Self.maxOwnMessages)
        var sent: [String: String] = [:]
        for event in page.events where event.sender == place.person {
            // An edit has a ticket too, but is not a message of its own.
            guard let ticket = event.content[MatrixMessageEncoder.ticketKey]?.string, event.relation?["rel_type"] == nil else {
                continue
            }
            sent[ticket] = event.id
        }
        let found = sent
        client.change(place.room.channel) { $0.sent = found }
        return sent
    }

    /// - Parameter isSpeech: a Boolean value that indicates whether a message was to be sent; only then does a refusal hold up the channel.
    private func sendError(_ error: MatrixError, in channel: ChannelID, isSpeech: Bool) -> SendError {
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
            guard code == "M_FORBIDDEN", isSpeech else { return .refused(code: status, "\(error)") }
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
            case .connected(let person, _): ("connected to \(server) as \(person.terminalSafe)", true)
            case .waiting(let reason): (reason.contains(server) ? reason : "\(server): \(reason)", false)
            case .ended: ("stopped", false)
            }
        return ConnectorStatus(
            name: settings.name, network: settings.network.title, text: text, isConnected: isConnected,
            rooms: rooms.all.map { .init($0.name, obstacle: $0.obstacle ?? (isConnected ? nil : "not connected")) })
    }
}
