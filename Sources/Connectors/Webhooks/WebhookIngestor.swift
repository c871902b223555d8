import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import MezonProtocol
import Storage

/// Appends received webhooks to the journal, as messages in the channels of their endpoints.
struct WebhookIngestor: Sendable {
    private let settings: ConnectionSettings
    private let context: ConnectorContext
    /// The channels by the paths of their endpoints.
    private let channels: [String: ConnectionSettings.RemoteChannel]

    init(_ settings: ConnectionSettings, _ webhooks: WebhookSettings, _ context: ConnectorContext) {
        self.settings = settings
        self.context = context
        let endpoints = Dictionary(webhooks.channels.map { ($0.name, $0.endpoint) }) { first, _ in first }
        channels = settings.channels.reduce(into: [:]) { channels, channel in
            if let endpoint = endpoints[channel.name] ?? nil { channels[endpoint.path] = channel }
        }
    }

    /// Stores a call and returns once it is durable, also if an identical call was the one stored.
    ///
    /// - Throws: The errors of the store, and `WebhookServerError` for an unknown endpoint.
    func accept(_ call: InboundWebhook) async throws -> InboundWebhook.AcceptResult {
        guard let channel = channels[call.endpoint] else { throw WebhookServerError.badPath(call.endpoint) }
        // The journal would detect the duplicate too, but only after a write.
        if let id = call.id, try await context.store.externalIDs.message(named: id, in: channel.id) != nil { return .known }
        let event = Event.message(try await message(call, in: channel))
        guard let frame = ExternalEventCodec.bytes(of: event) else { preconditionFailure("every message has a frame") }
        // Two identical calls at the same time share an id, so the journal drops the second one.
        let count = try await context.store.journal.append([
            NewEntry(event: event, frame: frame, receivedAt: call.at, name: call.id)
        ])
        return count > 0 ? .new : .known
    }

    private func message(_ call: InboundWebhook, in channel: ConnectionSettings.RemoteChannel) async throws -> Message {
        let webhookMessage = try WebhookMessage(call)
        var content = webhookMessage.content
        if let json = webhookMessage.json { WebhookData(json).store(in: &content) }
        let userName = webhookMessage.author.map { "name \($0)" } ?? "channel \(channel.name)"
        return Message(
            id: try await context.naming.message(named: call.id, in: channel.id), clan: ClanID(connection: settings.name),
            channel: channel.id,
            author: Author(
                id: UserID(connection: settings.name, name: userName), username: webhookMessage.author ?? channel.name,
                avatar: webhookMessage.avatar ?? ""),
            content: content, attachments: webhookMessage.attachments, channelLabel: channel.name,
            createdAt: call.at)
    }
}
