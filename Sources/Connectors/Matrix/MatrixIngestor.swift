import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import MezonProtocol
import Storage
import Synchronization

/// Appends the messages and events of Matrix rooms to the journal.
final class MatrixIngestor: Sendable {
    /// The events of a room, oldest first.
    struct TimelineSegment {
        var channel: ChannelID
        var events: [MatrixEvent]
        /// The number of events, from the first, that were missed when they happened.
        var late: Int
    }

    /// The entries of one call that are not stored yet.
    private struct Batch {
        var entries: [NewEntry] = []
        var changes: [ExternalReaction.Change] = []
        /// Reactions by their event ids; nil for removed ones.
        var reactions: [String: ExternalReaction?] = [:]
        var authors: [MessageID: UserID] = [:]
    }

    private let connection: ConnectionSettings
    private let context: ConnectorContext
    private let names = Mutex(MatrixDisplayNames())
    private let changeThrottle = Mutex(ChannelChangeThrottle())

    private static let maxClockDifference: TimeInterval = 600  // Seconds; a server clock that is off by more is ignored.
    private static let maxReactionBytes = 256  // Bytes.

    init(connection: ConnectionSettings, context: ConnectorContext) {
        self.connection = connection
        self.context = context
    }

    /// Records the display names in room state events.
    func recordNames(_ state: [MatrixEvent], in channel: ChannelID) {
        names.withLock { names in
            for event in state {
                guard let userID = event.member, event.membership == "join" else { continue }
                names.record(event.content["displayname"]?.string, of: userID, in: channel)
            }
        }
    }

    /// Ingests events.
    ///
    /// - Parameters:
    ///   - me: The bot's user id on the server.
    ///   - state: Connector state that is stored in the same transaction.
    /// - Returns: The number of new entries.
    /// - Throws: The errors of the store.
    func ingest(_ segments: [TimelineSegment], as me: String, storing state: [ConnectorStateEntry]) async throws -> Int {
        var batch = Batch()
        for segment in segments {
            for (index, event) in segment.events.enumerated() {
                try await ingest(event, in: segment.channel, as: me, isLate: index < segment.late, into: &batch)
            }
        }
        return try await context.store.connectors.append(batch.entries, reactions: batch.changes, storing: state)
    }

    private func ingest(
        _ event: MatrixEvent, in channel: ChannelID, as me: String, isLate: Bool, into batch: inout Batch
    ) async throws {
        let now = context.time.now
        let isOwn = event.sender == me
        var name: String?
        let decodedEvent: Event?
        switch event.type {
        case "m.room.message", "m.sticker":
            if let target = event.target(by: "m.replace") {
                decodedEvent = try await edit(event, of: target, in: channel, by: isOwn, at: moment(event, now, isLate), batch)
            } else {
                let message = try await message(event, in: channel, by: isOwn, at: moment(event, now, isLate))
                decodedEvent = message.map(Event.message)
                name = event.id
            }
            if case .message(let message)? = decodedEvent { batch.authors[message.id] = message.author.id }
        case "m.reaction": decodedEvent = try await reaction(event, in: channel, by: isOwn, into: &batch)
        case "m.room.redaction": decodedEvent = try await removal(event, in: channel, by: isOwn, at: now, into: &batch)
        case "m.room.member", "m.room.topic":
            name = event.id
            decodedEvent = try await channelChange(event, in: channel, as: me, at: moment(event, now, isLate))
        default: decodedEvent = nil
        }
        guard let decodedEvent, let frame = ExternalEventCodec.bytes(of: decodedEvent) else { return }
        batch.entries.append(
            NewEntry(event: decodedEvent, frame: frame, receivedAt: now, isLate: isLate, isOwn: isOwn, name: name))
    }

    private func message(_ event: MatrixEvent, in channel: ChannelID, by isOwn: Bool, at moment: Date) async throws -> Message? {
        guard let decoded = MatrixMessage(event.content, of: event.type, isReply: event.repliedEvent != nil) else { return nil }
        var references: [Reference] = []
        if let answered = event.repliedEvent, let message = try await context.naming.known(answered, in: channel) {
            references = [Reference(message: message, sender: 0)]
        }
        return Message(
            id: try await context.naming.message(named: event.id, in: channel), clan: clan, channel: channel,
            author: author(event.sender, isOwn, in: channel), content: decoded.content, attachments: decoded.attachments,
            references: references, channelLabel: label(channel), createdAt: moment)
    }

    /// Returns the notice for a membership or topic event; nil if it changes nothing visible or the bot did it. A rename appears under the
    /// old name.
    private func channelChange(_ event: MatrixEvent, in channel: ChannelID, as me: String, at date: Date) async throws -> Event? {
        let userID = event.member ?? event.sender
        let former = author(userID, false, in: channel)
        recordNames([event], in: channel)
        var author = author(userID, false, in: channel)
        guard userID != me, var change = ExternalChannelChange(event) else { return nil }
        if case .renamed = change {
            change = .renamed(to: author.name)
            author = former
        }
        guard changeThrottle.withLock({ $0.allows(channel, at: context.time.uptime) }) else {
            context.logThrottledNotices(in: channel, named: label(channel))
            return nil
        }
        let id = try await context.naming.message(named: event.id, in: channel)
        return .systemMessage(change.message(id, in: channel, of: connection, by: author, at: date, locale: context.locale))
    }

    /// Returns the edit of a message. Only its author may edit it, because a server lets others send such events.
    ///
    /// - Parameter moment: The edit event's own time, by which the store recognizes it when it is read again.
    private func edit(
        _ event: MatrixEvent, of target: String, in channel: ChannelID, by isOwn: Bool, at moment: Date, _ batch: Batch
    ) async throws -> Event? {
        guard let content = event.content["m.new_content"]?.object,
            let decoded = MatrixMessage(content, of: event.type, isReply: false),
            let message = try await context.naming.known(target, in: channel)
        else { return nil }
        let author = author(event.sender, isOwn, in: channel)
        let first = if let known = batch.authors[message] { known } else { try await self.author(of: message, in: channel) }
        guard first == author.id else { return nil }
        return .edit(
            Message(
                id: message, clan: clan, channel: channel, author: author, content: decoded.content,
                attachments: decoded.attachments, channelLabel: label(channel), createdAt: Snowflake.date(of: message),
                updatedAt: moment))
    }

    /// Returns a message's author; nil if the message is unknown or deleted.
    private func author(of message: MessageID, in channel: ChannelID) async throws -> UserID? {
        guard let entry = try await context.store.journal.lastEntry(about: message, in: channel), entry.kind != "delete",
            case .envelope(let envelope) = try Frame(entry.frame),
            case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
        else { return nil }
        switch event {
        case .message(let message), .edit(let message): return message.author.id
        default: return nil
        }
    }

    private func reaction(
        _ event: MatrixEvent, in channel: ChannelID, by isOwn: Bool, into batch: inout Batch
    ) async throws -> Event? {
        guard let target = event.target(by: "m.annotation"), let emoji = event.relation?["key"]?.string,
            (1...Self.maxReactionBytes).contains(emoji.utf8.count), emoji.unicodeScalars.allSatisfy({ $0.value >= 0x20 }),
            let message = try await context.naming.known(target, in: channel),
            try await known(event.id, in: channel, batch) == nil
        else { return nil }
        let reaction = ExternalReaction(
            event.id, in: channel, to: message, emoji: emoji, by: userID(of: event.sender, isOwn))
        batch.reactions[event.id] = reaction
        batch.changes.append(.added(reaction))
        return .reaction(reactionEvent(reaction, by: author(event.sender, isOwn, in: channel).name, isRemoval: false))
    }

    private func removal(
        _ event: MatrixEvent, in channel: ChannelID, by isOwn: Bool, at now: Date, into batch: inout Batch
    ) async throws -> Event? {
        guard let target = event.redacts else { return nil }
        if let reaction = try await known(target, in: channel, batch) {
            batch.reactions[target] = .some(nil)
            batch.changes.append(.removed(target, in: channel))
            let isByReactingUser = userID(of: event.sender, isOwn) == reaction.person
            let name = isByReactingUser ? author(event.sender, isOwn, in: channel).name : ""
            return .reaction(reactionEvent(reaction, by: name, isRemoval: true))
        }
        guard let message = try await context.naming.known(target, in: channel) else { return nil }
        return .delete(
            Removal(message: message, clan: clan, channel: channel, sender: userID(of: event.sender, isOwn), at: now))
    }

    private func known(_ reaction: String, in channel: ChannelID, _ batch: Batch) async throws -> ExternalReaction? {
        if let change = batch.reactions[reaction] { return change.flatMap { $0.channel == channel ? $0 : nil } }
        return try await context.store.connectors.reaction(named: reaction, in: channel)
    }

    private func reactionEvent(_ reaction: ExternalReaction, by name: String, isRemoval: Bool) -> Reaction {
        Reaction(
            emoji: reaction.emoji, sender: reaction.person, senderName: name, isRemoval: isRemoval, clan: clan,
            channel: reaction.channel, message: reaction.message, messageAuthor: 0)
    }

    private func moment(_ event: MatrixEvent, _ now: Date, _ isLate: Bool) -> Date {
        guard event.time.timeIntervalSince1970 * 1000 > Double(Snowflake.epochMilliseconds),
            isLate || abs(event.time.timeIntervalSince(now)) < Self.maxClockDifference
        else { return now }
        return min(event.time, now)
    }

    private var clan: ClanID { ClanID(connection: connection.name) }

    private func label(_ channel: ChannelID) -> String { connection.channels.first { $0.id == channel }?.name ?? "" }

    private func userID(of sender: String, _ isOwn: Bool) -> UserID {
        isOwn ? context.botUser : UserID(connection: connection.name, name: sender)
    }

    private func author(_ sender: String, _ isOwn: Bool, in channel: ChannelID) -> Author {
        Author(
            id: userID(of: sender, isOwn), username: MatrixIdentifier.localpart(of: sender),
            displayName: names.withLock { $0.name(of: sender, in: channel) })
    }
}

extension ExternalChannelChange {
    /// Creates the change that a state event describes; nil for a change that is not shown, such as an invitation or a new avatar.
    fileprivate init?(_ event: MatrixEvent) {
        if event.type == "m.room.topic", event.stateKey == "" {
            let topic = event.content["topic"]?.string ?? ""
            guard topic != event.previous["topic"]?.string ?? "" else { return nil }
            self = .topic(topic)
            return
        }
        guard event.member != nil, let membership = event.membership else { return nil }
        let wasThere = event.previous["membership"]?.string == "join"
        let name = event.content["displayname"]?.string ?? ""
        switch membership {
        case "join" where !wasThere: self = .joined
        case "join" where name != event.previous["displayname"]?.string ?? "": self = .renamed(to: name)
        case "leave" where wasThere, "ban" where wasThere: self = .left(reason: event.content["reason"]?.string ?? "")
        default: return nil
        }
    }
}
