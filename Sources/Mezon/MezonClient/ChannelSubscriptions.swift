import ChatModel
import MezonProtocol
import SwiftProtobuf

/// The channels to join individually, because joining a clan joins its public channels only (Documentation/Protocol.md §1.5).
struct ChannelSubscriptions: Sendable {
    // Others can add the bot to any number of channels. Beyond this limit the oldest is forgotten and joined again when a request requires
    // it.
    static let limit = 1000

    /// The channels that were joined for another reason than the list, in that order. They must be joined again after a reconnect.
    private(set) var remembered: [Channel] = []

    mutating func remember(_ channel: Channel) {
        forget(channel.id)
        if remembered.count >= Self.limit { remembered.removeFirst() }
        remembered.append(channel)
    }

    mutating func forget(_ channel: ChannelID) { remembered.removeAll { $0.id == channel } }
    mutating func forget(_ clan: ClanID) { remembered.removeAll { $0.clan == clan } }

    /// Returns the channels to join after a connect: the listed private channels and threads, then the remembered ones.
    func needed(among listed: [Channel]) -> [Channel] {
        var seen: Set<ChannelID> = []
        let inClans = listed.filter { !$0.clan.isNone && ($0.isPrivate || $0.kind == .thread) }
        return (inClans + remembered).filter { seen.insert($0.id).inserted }
    }

    /// Returns the channel to join because of a pushed event: one that the bot was added to, or a thread that was just opened.
    static func channel(in envelope: RtEnvelope, me: UserID) -> Channel? {
        switch envelope.message {
        case .userChannelAddedEvent(let added):
            guard added.users.contains(where: { $0.userID == me.rawValue }) else { return nil }
            var channel = Channel(wire: added.channelDesc)
            if channel.clan.isNone { channel.clan = ClanID(added.clanID) }
            return channel.id.isNone ? nil : channel
        case .channelUpdatedEvent(let updated):
            // Status 1: the thread is open for the bot.
            guard updated.channelType == ChannelKind.thread.rawValue, updated.status == 1, updated.channelID != 0 else {
                return nil
            }
            return Channel(
                id: ChannelID(updated.channelID), clan: ClanID(updated.clanID), parent: ChannelID(updated.parentID),
                kind: .thread,
                label: updated.channelLabel, isPrivate: updated.channelPrivate)
        default:
            return nil
        }
    }

    static func request(_ channel: Channel) -> RtEnvelope {
        .with {
            $0.channelJoin = .with {
                $0.clanID = channel.clan.rawValue
                $0.channelID = channel.id.rawValue
                $0.channelType = channel.kind.rawValue
                $0.isPublic = channel.isPublic
            }
        }
    }

    static func request(_ clan: ClanID) -> RtEnvelope { .with { $0.clanJoin = .with { $0.clanID = clan.rawValue } } }

    /// Returns a Boolean value that indicates whether a refused request can succeed after the channel is joined
    /// (Documentation/Protocol.md §2.4).
    static func requiresJoin(_ error: SocketError) -> Bool {
        guard case .refused(let code, let message) = error else { return false }
        return code == 3 || message.contains("Must join channel")
    }
}
