import ChatModel
import MezonClient
import MezonProtocol
import SwiftProtobuf

/// Reads of a clan's voice channels and calendar.
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

    /// The events of a clan's calendar.
    ///
    /// - Throws: `SessionError`.
    func events(of clan: ClanID) async throws -> [ClanEvent] {
        try await rateLimiter.wait()
        let request = ApiListEventsRequest.with { $0.clanID = clan.rawValue }
        return try await client.call(.listEvents, request, as: ApiEventList.self).events.map { ClanEvent(wire: $0) }
    }
}
