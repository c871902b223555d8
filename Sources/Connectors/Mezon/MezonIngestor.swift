import BotConfiguration
import ChatModel
import ConnectorKit
import EventProcessing
import Foundation
import MezonClient
import MezonProtocol
import Storage

/// Appends the events of the account's channels to the journal, and the positions up to which their histories are known.
///
/// Ids of the other server become those of the application: the same number may stand for something else here.
struct MezonIngestor: Sendable {
    private struct Translated {
        var event: Event
        var isOwn = false
        /// The id of a new message on the server.
        var name: String?
    }

    let connection: ConnectionSettings
    let server: String
    let context: ConnectorContext
    let channels: MezonChannels

    /// The keys of a content that are kept: emojis, links, embeds, polls and forwards. Connectors alone write some of the others.
    private static let extras: Set<String> = ["ej", "lk", "embed", "question", "answers", "fwd"]
    private static let maxClockDifference: TimeInterval = 600  // Seconds; a server clock that is off by more is ignored.
    private static let maxCompared = 500  // Messages whose ids are looked up one by one.

    /// Appends events, oldest first.
    ///
    /// - Parameters:
    ///   - me: The account's user.
    ///   - positions: The newest known message of each channel, by ids of the server.
    /// - Returns: The channels with a newer message, each with the newest one.
    /// - Throws: The errors of the store.
    func append(
        _ events: [ReceivedEvent], me: UserID, after positions: [ChannelID: MessageID]
    ) async throws -> [ChannelID: MessageID] {
        try await prefetchNames(of: events)
        var entries: [NewEntry] = []
        var newest: [ChannelID: MessageID] = [:]
        for received in events {
            let remote = received.event.channel
            guard let local = channels.local(remote) else { continue }
            if case .message(let message) = received.event, message.id > newest[remote] ?? positions[remote] ?? 0 {
                newest[remote] = message.id
            }
            guard let translated = try await translated(received, in: local, me: me),
                let frame = ExternalEventCodec.bytes(of: translated.event)
            else { continue }
            entries.append(
                NewEntry(
                    event: translated.event, frame: frame, receivedAt: received.receivedAt, isLate: received.isLate,
                    isOwn: translated.isOwn, name: translated.name))
        }
        let states = newest.sorted { $0.key < $1.key }.map { state("\($0.value)", "last", of: $0.key) }
        try await context.store.connectors.append(entries, reactions: [], storing: states)
        return newest
    }

    /// Returns the newest known message of a channel. A channel that is followed for the first time begins with its newest message.
    func position(in channel: Channel) async throws -> MessageID {
        if let last = try await value("last", of: channel.id) { return last }
        let first = channel.lastMessage.isNone ? MessageID(Snowflake.floor(of: context.time.now)) : channel.lastMessage
        let states = [state("\(first)", "first", of: channel.id), state("\(first)", "last", of: channel.id)]
        try await context.store.connectors.append([], reactions: [], storing: states)
        return first
    }

    /// Returns the message after which a channel has been followed.
    func beginning(of remote: ChannelID) async throws -> MessageID { try await value("first", of: remote) ?? 0 }

    /// Returns the last versions of the messages of a page that the journal has, with the ids of the server.
    func known(_ page: [ApiChannelMessage], in channel: Channel, me: UserID) async throws -> [ChatModel.Message] {
        guard let local = channels.local(channel.id) else { return [] }
        let ids = try await context.store.externalIDs.messages(named: page.map { "\($0.messageID)" }, in: local.id)
        guard let oldest = ids.values.min(), let newest = ids.values.max() else { return [] }
        let entries = try await context.store.journal.lastEntries(in: local.id, within: oldest...newest)
        var known: [ChatModel.Message] = []
        for entry in entries.suffix(Self.maxCompared) {
            guard let event = entry.event, var message = event.spoken,
                let id = try await context.store.externalIDs.name(of: message.id, in: local.id).flatMap({ MessageID($0) })
            else { continue }
            (message.id, message.channel, message.clan) = (id, channel.id, channel.clan)
            if message.author.id == context.botUser { message.author.id = me }
            known.append(message)
        }
        return known
    }

    /// Returns a message with the application's ids. Of its files those on the web are kept: other addresses stand for files of the
    /// application and of other networks.
    ///
    /// - Parameter receivedAt: The present for a message that has just been sent; nil for one of history.
    func message(
        _ message: ChatModel.Message, as id: MessageID, in local: ConnectionSettings.RemoteChannel, me: UserID, receivedAt: Date?
    ) async throws -> ChatModel.Message {
        var author = message.author
        author.id = user(author.id, me)
        var content = message.content
        content.extras = content.extras.filter { Self.extras.contains($0.key) }
        var references: [Reference] = []
        for var reference in message.references.prefix(1) {
            guard let answered = try await context.naming.known("\(reference.message)", in: local.id) else { continue }
            (reference.message, reference.sender) = (answered, user(reference.sender, me))
            reference.content.extras = [:]
            references.append(reference)
        }
        let mentions = message.mentions.compactMap { mention -> Mention? in
            mention.user.isNone ? nil : Mention(user: user(mention.user, me), username: mention.username, range: mention.range)
        }
        return Message(
            id: id, clan: clan, channel: local.id, author: author, code: MessageKind(message.code)?.code ?? .chat,
            content: content, mentions: mentions,
            attachments: message.attachments.filter { AttachmentURL.isWeb($0.url) }, references: references,
            channelLabel: message.channelLabel, createdAt: moment(message.createdAt, receivedAt),
            updatedAt: moment(message.updatedAt, receivedAt))
    }

    private func translated(
        _ received: ReceivedEvent, in local: ConnectionSettings.RemoteChannel, me: UserID
    ) async throws -> Translated? {
        let now = received.isLate ? nil : received.receivedAt
        switch received.event {
        case .message(let message):
            let name = "\(message.id)"
            let id = try await context.naming.message(named: name, in: local.id)
            let translated = try await self.message(message, as: id, in: local, me: me, receivedAt: now)
            return Translated(event: .message(translated), isOwn: message.author.id == me, name: name)
        case .edit(let message):
            guard let id = try await context.naming.known("\(message.id)", in: local.id) else { return nil }
            let translated = try await self.message(message, as: id, in: local, me: me, receivedAt: now)
            return Translated(event: .edit(translated), isOwn: message.author.id == me)
        case .delete(let removal):
            guard let id = try await context.naming.known("\(removal.message)", in: local.id) else { return nil }
            // A recovered deletion has the author's id here, which says nothing of who deleted.
            let sender = removal.sender.isExternal ? 0 : user(removal.sender, me)
            return Translated(
                event: .delete(
                    Removal(message: id, clan: clan, channel: local.id, sender: sender, at: moment(removal.at, now))))
        case .reaction(let reaction):
            guard let id = try await context.naming.known("\(reaction.message)", in: local.id) else { return nil }
            return Translated(
                event: .reaction(
                    Reaction(
                        emoji: reaction.emoji, sender: user(reaction.sender, me), senderName: reaction.senderName,
                        isRemoval: reaction.isRemoval, count: reaction.count, clan: clan, channel: local.id, message: id,
                        messageAuthor: user(reaction.messageAuthor, me))), isOwn: reaction.sender == me)
        default: return nil
        }
    }

    /// Looks up the names of many messages at once; single look-ups would cost more than the messages of a history.
    private func prefetchNames(of events: [ReceivedEvent]) async throws {
        var names: [ChannelID: [String]] = [:]
        for case .message(let message) in events.map(\.event) { names[message.channel, default: []].append("\(message.id)") }
        for (remote, names) in names where names.count > 1 {
            if let local = channels.local(remote) { try await context.naming.prefetch(names, in: local.id) }
        }
    }

    /// Returns the application's id of a user.
    private func user(_ id: UserID, _ me: UserID) -> UserID {
        guard !id.isNone else { return id }
        return id == me ? context.botUser : UserID(connection: connection.name, name: "user \(id)")
    }

    /// Returns the time of a message. That of one that has just been sent cannot be far from the present.
    private func moment(_ date: Date, _ receivedAt: Date?) -> Date {
        guard let receivedAt else { return min(date, context.time.now) }
        return abs(date.timeIntervalSince(receivedAt)) < Self.maxClockDifference ? min(date, receivedAt) : receivedAt
    }

    private var clan: ClanID { ClanID(connection: connection.name) }

    private func state(_ value: String, _ key: String, of remote: ChannelID) -> ConnectorStateEntry {
        ConnectorStateEntry(value, under: "\(key) message of \(remote) at \(server)", of: connection.name)
    }

    private func value(_ key: String, of remote: ChannelID) async throws -> MessageID? {
        try await context.store.connectors.value("\(key) message of \(remote) at \(server)", of: connection.name)
            .flatMap { MessageID($0) }
    }
}

extension Event {
    /// The message that the event creates or changes; nil for any other event.
    fileprivate var spoken: ChatModel.Message? {
        switch self {
        case .message(let message), .edit(let message): message
        default: nil
        }
    }
}
