import ChatModel
import MezonClient
import MezonProtocol
import SwiftProtobuf

/// Reads of who is online and in the voice channels of a clan, and of its calendar.
extension ClanReader {
    private static let maxUsers: Int32 = 500  // The most that Mezon's clients ask for.

    /// The voice channels of a clan with the users who are in them.
    ///
    /// - Throws: `SessionError`.
    func voiceChannels(of clan: ClanID) async throws -> [VoiceChannelUsers] {
        try await rateLimiter.wait()
        let request = ApiListChannelUsersRequest.with {
            $0.clanID = clan.rawValue
            $0.channelType = ChannelKind.voice.rawValue
            $0.limit = Self.maxUsers
        }
        return try await client.call(.listChannelVoiceUsers, request, as: ApiVoiceChannelUserList.self).voiceChannelUsers.map {
            VoiceChannelUsers(wire: $0)
        }
    }

    /// The members of a clan who are online.
    ///
    /// - Throws: `SessionError`.
    func onlineMembers(of clan: ClanID) async throws -> [UserID] {
        try await rateLimiter.wait()
        let request = ApiListClanUsersRequest.with { $0.clanID = clan.rawValue }
        return try await client.call(.listClanUsers, request, as: ApiClanUserList.self).onlineMembers
    }

    /// The events of a clan's calendar.
    ///
    /// - Throws: `SessionError`.
    func events(of clan: ClanID) async throws -> [ClanEvent] {
        try await rateLimiter.wait()
        let request = ApiListEventsRequest.with { $0.clanID = clan.rawValue }
        return try await client.call(.listEvents, request, as: ApiEventList.self).events.map { ClanEvent(wire: $0) }
    }
}
