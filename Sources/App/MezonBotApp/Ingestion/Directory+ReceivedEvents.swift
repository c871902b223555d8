import ChatModel
import MezonClient
import Storage

/// Channels that received events describe.
extension Directory {
    /// Updates the directory with the channels that the server reports. Of an unknown channel of a message only the id is noted.
    nonisolated(nonsending) func learn(from events: [ReceivedEvent]) async throws {
        for received in events {
            switch received.event {
            case .message(let message) where !message.channel.isNone:
                try await noteUnknown(message.channel)
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

    /// Adds the unknown channels of messages as the messages describe them, where there is no server to ask: in tests and replay.
    nonisolated(nonsending) func learnClaimedChannels(of events: [ReceivedEvent], me: UserID) async throws {
        for received in events {
            guard case .message(let message) = received.event, channel(message.channel) == nil else { continue }
            try await remember(clans: [], channels: [Channel(of: message, in: received.event.clan(channel), seenBy: me)])
        }
    }
}

extension Channel {
    /// Creates the channel that a message describes.
    init(of message: Message, in clan: ClanID, seenBy me: UserID) {
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
