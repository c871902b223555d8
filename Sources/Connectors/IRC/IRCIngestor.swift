import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import Logging
import MezonProtocol
import Storage
import Synchronization

/// Appends the messages and events of an IRC network to the journal.
///
/// A history gap is open in a channel from the moment the bot joins until all earlier messages are read. However far new messages move the
/// newest one forward, the next connection asks from the beginning of the gap.
final class IRCIngestor: Sendable {
    private struct State {
        /// The time up to which each channel was known when the application started; older history is not recovered. Nil until the first
        /// events.
        var baselines: [ChannelID: Date]?
        var gaps: [ChannelID: HistoryGap] = [:]
        var lineDeduplicator = UnidentifiedLineDeduplicator()
        var throttle = ChannelChangeThrottle()
    }

    private let connection: ConnectionSettings
    private let context: ConnectorContext
    private let start: Date
    /// Channel ids by the name in the settings, which events use too.
    private let channels: [String: ChannelID]
    private let state = Mutex(State())

    private static let clockTolerance: TimeInterval = 2  // Seconds of tolerance between the network's clock and the local one.
    private static let maxClockDifference: TimeInterval = 600  // Seconds; a server clock that is off by more is ignored.

    init(connection: ConnectionSettings, context: ConnectorContext) {
        self.connection = connection
        self.context = context
        start = context.time.now
        channels = Dictionary(connection.channels.map { ($0.name, $0.id) }) { first, _ in first }
    }

    /// Appends events to the journal.
    ///
    /// - Throws: The errors of the store.
    func append(_ events: [IRCEvent]) async throws {
        if state.withLock({ $0.baselines == nil }) { try await begin() }
        try await prefetchNames(events)
        let now = context.time.now
        var entries: [NewEntry] = []
        for event in events {
            switch event {
            case .joined(let name, let user) where user.isMe:
                guard let channel = channels[name] else { continue }
                try await context.store.journal.append(entries)
                entries = []
                try await openGap(in: channel)
            case .history(let name, let msgid, let isComplete):
                guard let channel = channels[name], let gap = state.withLock({ $0.gaps[channel] }) else { continue }
                let rest = isComplete ? nil : try await self.rest(of: gap, behind: msgid)
                try await context.store.gaps.append(entries, closing: gap, leaving: rest)
                entries = []
                state.withLock { state in
                    state.gaps[channel] = rest
                    if rest == nil { state.lineDeduplicator.catchUp(in: channel) }
                }
            default:
                if let entry = try await entry(for: event, at: now) { entries.append(entry) }
            }
        }
        try await context.store.journal.append(entries)
    }

    private func prefetchNames(_ events: [IRCEvent]) async throws {
        var names: [ChannelID: [String]] = [:]
        for case .message(let ircMessage) in events {
            guard let channel = channels[ircMessage.channel] else { continue }
            names[channel, default: []] += [ircMessage.msgid, ircMessage.replyTo].compactMap(\.self)
        }
        for (channel, names) in names { try await context.naming.prefetch(names, in: channel) }
    }

    /// Returns the point up to which all of a channel's messages are in the journal.
    func lastKnown(in name: String) async -> HistoryCursor? {
        guard let channel = channels[name] else { return nil }
        do {
            let gap = try await context.store.gaps.all().first { $0.channel == channel }
            let newest = try await context.store.directory.lastMessages()[channel]
            guard let last = gap?.after ?? newest, !last.isNone else { return nil }
            return HistoryCursor(
                msgid: try await context.store.externalIDs.name(of: last, in: channel),
                time: try await moment(of: last, in: channel).addingTimeInterval(-Self.clockTolerance))
        } catch {
            context.logger.warning(
                "History gap unknown",
                metadata: ["connection.channel": "\(name)", "connection.error": "\(StorageErrorDescription.words(for: error))"])
            return nil
        }
    }

    // History gaps

    private func begin() async throws {
        let gaps = try await context.store.gaps.all().filter { channels.values.contains($0.channel) }
        let newest = try await context.store.directory.lastMessages()
        var baselines: [ChannelID: Date] = [:]
        for channel in channels.values {
            let last = gaps.first { $0.channel == channel }?.after ?? newest[channel] ?? 0
            baselines[channel] =
                last.isNone ? start : try await moment(of: last, in: channel).addingTimeInterval(-Self.clockTolerance)
        }
        state.withLock { state in
            state.gaps = Dictionary(gaps.map { ($0.channel, $0) }) { first, _ in first }
            state.baselines = baselines
        }
    }

    /// Opens a gap after the newest known message, because messages sent before the bot joined may be missing. A gap that is open already
    /// stays as it is.
    private func openGap(in channel: ChannelID) async throws {
        guard state.withLock({ $0.gaps[channel] == nil }), let last = try await context.store.directory.lastMessages()[channel],
            !last.isNone
        else { return }
        let gap = HistoryGap(channel: channel, clan: clan, after: last, before: 0)
        try await context.store.gaps.append([], leaving: [gap])
        state.withLock { $0.gaps[channel] = gap }
    }

    private func rest(of gap: HistoryGap, behind msgid: String?) async throws -> HistoryGap {
        guard let msgid, let message = try await context.naming.known(msgid, in: gap.channel) else { return gap }
        return HistoryGap(channel: gap.channel, clan: gap.clan, after: message, before: 0)
    }

    /// Returns the time at which a message was sent. Its id only tells when it was received.
    private func moment(of message: MessageID, in channel: ChannelID) async throws -> Date {
        let receivedAt = Snowflake.date(of: message)
        guard let stored = try await context.store.journal.lastEntry(about: message, in: channel)?.message else {
            return receivedAt
        }
        return min(stored.createdAt, receivedAt)
    }

    // Events

    /// Returns the journal entry for an event; nil for one that is already known or that concerns the bot itself.
    private func entry(for event: IRCEvent, at now: Date) async throws -> NewEntry? {
        switch event {
        case .message(let ircMessage):
            // The bot's own message without an id is known by its delivery alone.
            guard let channel = channels[ircMessage.channel], !ircMessage.isOwn || ircMessage.msgid != nil,
                try await !isKnown(ircMessage, in: channel)
            else { return nil }
            let message = try await message(ircMessage, in: channel, at: now)
            state.withLock { state in
                state.lineDeduplicator.record(
                    ircMessage, at: message.createdAt, in: channel, isGapOpen: state.gaps[channel] != nil)
            }
            return entry(.message(message), at: now, isLate: ircMessage.isLate, isOwn: ircMessage.isOwn, name: ircMessage.msgid)
        case .removed(let name, let msgid, let by):
            guard let channel = channels[name], let message = try await context.naming.known(msgid, in: channel) else {
                return nil
            }
            // The bot's removal of another user's message is journaled under its author's name, as Mezon does, so that its copies are
            // removed too.
            let author = by.isMe ? try await author(of: message, in: channel) : nil
            return entry(
                .delete(Removal(message: message, clan: clan, channel: channel, sender: author ?? userID(of: by), at: now)),
                at: now,
                isOwn: by.isMe && author == nil)
        case .reacted(let name, let msgid, let emoji, let by, let isRemoval):
            guard let channel = channels[name], let message = try await context.naming.known(msgid, in: channel) else {
                return nil
            }
            return entry(
                .reaction(
                    Reaction(
                        emoji: emoji, sender: userID(of: by), senderName: by.nick, isRemoval: isRemoval, clan: clan,
                        channel: channel, message: message, messageAuthor: 0)), at: now, isOwn: by.isMe)
        case .joined(let name, let user): return try await channelChange(.joined, in: name, by: user, at: now)
        case .left(let name, let user, let reason):
            return try await channelChange(.left(reason: Self.plain(reason)), in: name, by: user, at: now)
        case .renamed(let name, let user, let next):
            return try await channelChange(.renamed(to: Self.plain(next)), in: name, by: user, at: now)
        case .topic(let name, let user, let text):
            return try await channelChange(.topic(Self.plain(text)), in: name, by: user, at: now)
        case .connected, .lost, .history: return nil
        }
    }

    private static func plain(_ text: String) -> String { IRCTextDecoder.content(of: text).text }

    private func channelChange(_ change: ExternalChannelChange, in name: String, by user: IRCUser, at now: Date) async throws
        -> NewEntry?
    {
        guard !user.isMe, let channel = channels[name] else { return nil }
        guard state.withLock({ $0.throttle.allows(channel, at: context.time.uptime) }) else {
            context.logThrottledNotices(in: channel, named: name)
            return nil
        }
        let author = Author(id: userID(of: user), username: user.nick)
        let id = try await context.naming.message(named: nil, in: channel)
        return entry(
            .systemMessage(change.message(id, in: channel, of: connection, by: author, at: now, locale: context.locale)), at: now)
    }

    /// Returns a Boolean value that indicates whether a message from history is already known: received before, or sent by the bot under
    /// any nick.
    private func isKnown(_ ircMessage: IRCMessage, in channel: ChannelID) async throws -> Bool {
        guard ircMessage.isLate else { return false }
        if let msgid = ircMessage.msgid, try await context.naming.known(msgid, in: channel) != nil { return true }
        guard let time = ircMessage.time else { return false }
        return state.withLock { state in
            if let baseline = state.baselines?[channel], time < baseline { return true }
            return state.lineDeduplicator.isKnown(ircMessage, in: channel)
        }
    }

    private func message(_ ircMessage: IRCMessage, in channel: ChannelID, at now: Date) async throws -> Message {
        let id = try await context.naming.message(named: ircMessage.msgid, in: channel)
        var references: [Reference] = []
        if let answered = ircMessage.replyTo, let message = try await context.naming.known(answered, in: channel) {
            references = [Reference(message: message, sender: 0)]
        }
        var content = IRCTextDecoder.content(of: ircMessage.text)
        if ircMessage.kind == .action { content.prepend("* ") }
        // RFC 2812 §3.3.2: automatic replies to a NOTICE are forbidden.
        let isAutomatic = ircMessage.isBot || ircMessage.kind == .notice
        return Message(
            id: id, clan: clan, channel: channel,
            author: Author(id: userID(of: ircMessage.by), username: ircMessage.by.nick), code: isAutomatic ? .automatic : .chat,
            content: content,
            references: references, channelLabel: ircMessage.channel, createdAt: moment(ircMessage, now))
    }

    private func moment(_ ircMessage: IRCMessage, _ now: Date) -> Date {
        guard let time = ircMessage.time, ircMessage.isLate || abs(time.timeIntervalSince(now)) < Self.maxClockDifference else {
            return now
        }
        return min(time, now)
    }

    /// Returns the author of a received message; nil for the bot's own messages and for unknown ones.
    private func author(of message: MessageID, in channel: ChannelID) async throws -> UserID? {
        guard let entry = try await context.store.journal.lastEntry(about: message, in: channel), !entry.isOwn else { return nil }
        return entry.message?.author.id
    }

    private func entry(
        _ event: Event, at now: Date, isLate: Bool = false, isOwn: Bool = false, name: String? = nil
    ) -> NewEntry? {
        ExternalEventCodec.bytes(of: event).map {
            NewEntry(event: event, frame: $0, receivedAt: now, isLate: isLate, isOwn: isOwn, name: name)
        }
    }

    private var clan: ClanID { ClanID(connection: connection.name) }

    /// A logged-in user is identified by the account, whatever the nick.
    private func userID(of user: IRCUser) -> UserID {
        if user.isMe { return context.botUser }
        return UserID(connection: connection.name, name: user.account.map { "account \($0)" } ?? "nick \(user.folded)")
    }
}

extension Entry {
    /// The message in the entry's frame; nil if it contains none.
    fileprivate var message: Message? {
        guard case .envelope(let envelope)? = try? Frame(frame),
            case .event(.message(let message)) = DecodedPush(envelope, receivedAt: receivedAt)
        else { return nil }
        return message
    }
}
