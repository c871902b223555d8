import ChatModel
import MezonClient
import Storage

extension Directory {
    /// Updates the directory with the channels that events describe.
    nonisolated(nonsending) func learn(from arrivals: [ReceivedEvent], me: UserID) async throws {
        for arrival in arrivals {
            switch arrival.event {
            case .message(let message) where channel(message.channel) == nil:
                try await remember(clans: [], channels: [Channel(of: message, in: arrival.event.clan(channel), seenBy: me)])
            case .channelCreated(var channel), .channelUpdated(var channel), .channelMembersAdded(var channel, _, _):
                let isKnown = self.channel(channel.id) != nil
                channel.lastMessage = isKnown ? 0 : MessageID(channel.id.rawValue)
                try await remember(clans: [], channels: [channel])
            case .channelDeleted(let channel):
                try await forget(channel.id)
            default: break
            }
        }
    }
}

extension HistoryGaps {
    /// Appends events and marks the bot's own ones.
    nonisolated(nonsending) func append(_ arrivals: [ReceivedEvent], me: UserID, leaving gaps: [HistoryGap]) async throws {
        try await append(arrivals.map { NewEntry($0, me: me) }, leaving: gaps)
    }

    /// Appends the events that fill a gap. Returns the number of new messages.
    nonisolated(nonsending) func append(
        _ arrivals: [ReceivedEvent], me: UserID, closing gap: HistoryGap, leaving rest: HistoryGap?
    ) async throws -> Int {
        try await append(arrivals.map { NewEntry($0, me: me) }, closing: gap, leaving: rest)
    }
}

extension NewEntry {
    fileprivate init(_ arrival: ReceivedEvent, me: UserID) {
        self.init(
            event: arrival.event, frame: arrival.frame, receivedAt: arrival.receivedAt, isLate: arrival.isLate,
            isOwn: arrival.event.isSaid(by: me))
    }
}

extension Event {
    /// Returns whether a user wrote, edited or reacted. A deletion does not identify who deleted.
    fileprivate func isSaid(by user: UserID) -> Bool {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.author.id == user
        case .reaction(let reaction): reaction.sender == user
        default: false
        }
    }
}

extension Channel {
    /// Creates the channel that a message describes, for conversations that no list contains.
    fileprivate init(of message: Message, in clan: ClanID, seenBy me: UserID) {
        let kind: ChannelKind =
            switch message.mode {
            case .direct: .direct
            case .group: .group
            case .thread: .thread
            default: .text
            }
        self.init(
            id: message.channel, clan: clan, kind: kind, label: message.channelLabel, isPrivate: !message.isPublic,
            lastMessage: message.id, partner: kind == .direct && message.author.id != me ? message.author.id : 0)
    }
}
