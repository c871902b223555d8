import ChatModel
import Foundation
import MezonProtocol
import Storage

/// Appends the events of a connection to the journal.
struct ConnectorIngestor {
    private static let maxTextLength = 16_000  // UTF-16 units, about four Mezon messages.

    let name: String
    /// The channels by their names in the network.
    let channels: [String: ChannelID]
    let context: ConnectorContext

    func append(_ events: [ConnectorEvent]) async throws {
        let now = context.time.now
        var entries: [NewEntry] = []
        for event in events {
            guard let channel = channels[event.channel] else { continue }
            switch event.kind {
            case .message(let text, let id, let replyTo, let isAutomatic):
                let text = MarkupBuilder.beginning(of: text, units: Self.maxTextLength)
                var references: [Reference] = []
                if let replyTo, let message = try await context.naming.known(replyTo, in: channel) {
                    references = [Reference(message: message, sender: 0)]
                }
                let message = Message(
                    id: try await context.naming.message(named: id, in: channel), clan: ClanID(connection: name),
                    channel: channel,
                    author: Author(id: userID(of: event.author), username: event.author.name),
                    code: isAutomatic ? .automatic : .chat,
                    content: Content(text), references: references, channelLabel: event.channel, createdAt: now)
                entries += entry(.message(message), at: now, name: id)
            case .removal(let id):
                guard let message = try await context.naming.known(id, in: channel) else { continue }
                let removal = Removal(
                    message: message, clan: ClanID(connection: name), channel: channel, sender: userID(of: event.author), at: now)
                entries += entry(.delete(removal), at: now)
            }
        }
        guard !entries.isEmpty else { return }
        try await context.store.journal.append(entries)
    }

    private func userID(of user: ConnectorUser) -> UserID { UserID(connection: name, name: "user \(user.id)") }

    private func entry(_ event: Event, at now: Date, name: String? = nil) -> [NewEntry] {
        ExternalEventCodec.bytes(of: event).map { [NewEntry(event: event, frame: $0, receivedAt: now, name: name)] } ?? []
    }
}
