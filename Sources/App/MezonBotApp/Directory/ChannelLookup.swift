import AsyncSupport
import ChatModel
import EventProcessing
import Logging
import Storage
import Synchronization

/// Asks the server about channels that no list has contained, before the first of their events is handled.
///
/// The clan, the kind and the visibility in a message are what its sender claims. A channel therefore enters the directory as the
/// server describes it. A conversation that the server does not describe belongs to no clan; the events of any other channel that
/// it does not show to the bot are not handled.
final class ChannelLookup: Sendable {
    private let store: Store
    private let me: UserID
    private let time: any TimeSource
    private let logger: Logger
    private let read: @Sendable (ChannelID) async throws -> Channel?
    /// The channels that the server does not show, with the uptime at which it is asked again.
    private let hidden = Mutex<[ChannelID: Duration]>([:])
    private let hiddenLimit = 1024  // Channels; beyond it the server is asked again.
    private let hiddenTime: Duration = .seconds(600)

    /// - Parameter read: Requests a channel; nil if the server does not show it. Every error is followed by a retry.
    init(
        store: Store, me: UserID, time: any TimeSource, logger: Logger,
        read: @escaping @Sendable (ChannelID) async throws -> Channel?
    ) {
        self.store = store
        self.me = me
        self.time = time
        self.logger = logger
        self.read = read
    }

    /// Stores the channel of an entry in the directory. Waits as long as the server is unavailable.
    ///
    /// - Returns: False if the entry is not to be handled, because the server does not show its channel to the bot.
    /// - Throws: `CancellationError`, and errors of the store.
    func find(_ entry: Entry) async throws -> Bool {
        guard !entry.channel.isExternal, let event = entry.event, event.hasClaimedChannel else { return true }
        let now = time.uptime
        let conversation = event.writtenMessage.flatMap { message in
            [.direct, .group].contains(message.mode) ? Channel(of: message, in: 0, seenBy: me) : nil
        }
        if conversation == nil, hidden.withLock({ $0[entry.channel].map { $0 > now } ?? false }) { return false }
        guard let channel = try await channel(of: entry, event) ?? conversation else {
            logger.warning(
                "Events ignored: the server does not show their channel to the bot", metadata: ["channel.id": "\(entry.channel)"])
            hidden.withLock { hidden in
                if hidden.count >= hiddenLimit { hidden = [:] }
                hidden[entry.channel] = now + hiddenTime
            }
            return false
        }
        try await store.directory.addUnknown(channel)
        return true
    }

    private func channel(of entry: Entry, _ event: Event) async throws -> Channel? {
        guard var channel = try await description(of: entry.channel) else { return nil }
        let message = event.writtenMessage
        if channel.kind == .direct, channel.partner.isNone, let message, message.author.id != me {
            channel.partner = message.author.id
        }
        return channel
    }

    private func description(of id: ChannelID) async throws -> Channel? {
        var isLogged = false
        return try await withRetries(.max, time: time) { error in
            if error is CancellationError { return false }
            if !isLogged {
                logger.warning(
                    "Channel look-up failed; its messages wait",
                    metadata: ["channel.id": "\(id)", "session.error": "\(error)"])
            }
            isLogged = true
            return true
        } _: {
            // A push or a list may have described it meanwhile.
            if let known = store.directory.channel(id) { return known }
            return try await read(id)
        }
    }
}

extension Event {
    /// The message that the event carries.
    fileprivate var writtenMessage: Message? {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message
        default: nil
        }
    }

    /// A Boolean value that indicates whether a user caused the event in a channel, so that what it states about the channel is only
    /// a claim.
    fileprivate var hasClaimedChannel: Bool {
        switch self {
        case .message, .edit, .delete, .systemMessage, .reaction, .button, .quickMenu, .coffeeGiven, .clanEventChanged:
            !channel.isNone
        default: false
        }
    }
}
