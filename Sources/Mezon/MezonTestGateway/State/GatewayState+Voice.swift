import ChatModel
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Adds an account to a voice channel and pushes that to the clan, even if the account was already there.
    mutating func enterVoice(_ id: ChannelID, by caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        let room = try room(id, for: caller.user)
        voices[id, default: []].insert(caller.user)
        let joined = RtVoiceJoinedEvent.with {
            $0.clanID = room.channel.clan.rawValue
            $0.clanName = clans[room.channel.clan]?.name ?? ""
            $0.participant = usersByID[caller.user]?.name ?? ""
            $0.userID = caller.user.rawValue
            $0.voiceChannelLabel = room.channel.label
            $0.voiceChannelID = id.rawValue
        }
        return try toClan(.voiceJoinedEvent(joined), room.channel.clan, by: caller)
    }

    mutating func leaveVoice(_ id: ChannelID, by caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        let room = try room(id, for: caller.user)
        voices[id]?.remove(caller.user)
        let left = RtVoiceLeavedEvent.with {
            $0.clanID = room.channel.clan.rawValue
            $0.voiceChannelID = id.rawValue
            $0.voiceUserID = caller.user.rawValue
        }
        return try toClan(.voiceLeavedEvent(left), room.channel.clan, by: caller)
    }

    /// Returns the accounts in each voice channel of a clan that the caller can read.
    func voiceUsers(_ wire: ApiListChannelUsersRequest, by user: UserID) throws(GatewayRequestError) -> ApiVoiceChannelUserList {
        let clan = try clan(ClanID(wire.clanID), for: user)
        let occupied = voices.filter { channel, users in
            !users.isEmpty && rooms[channel].map { $0.channel.clan == clan.id && reads(user, $0) } ?? false
        }
        return .with {
            $0.voiceChannelUsers = occupied.sorted { $0.key < $1.key }.map { channel, users in
                .with {
                    $0.channelID = channel.rawValue
                    $0.userIds = users.sorted().map(\.description)
                }
            }
        }
    }
}
