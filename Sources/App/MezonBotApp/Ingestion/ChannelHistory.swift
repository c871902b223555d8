import ChatModel
import MezonClient
import MezonProtocol
import SwiftProtobuf

/// Pages of channel histories from the server.
struct ChannelHistory: Sendable {
    let client: SessionClient
    let rateLimiter: ReadRateLimiter

    /// - Throws: `SessionError`, also if the server refuses history to applications.
    func page(_ request: ApiListChannelMessagesRequest) async throws -> ApiChannelMessageList {
        try await rateLimiter.wait()
        return try await client.call(.listChannelMessages, request)
    }

    /// Up to a hundred messages before a cursor; zero for the newest.
    func page(of channel: Channel, before cursor: MessageID) async throws -> [ChatModel.Message] {
        let request = ApiListChannelMessagesRequest.with {
            $0.clanID = channel.clan.rawValue
            $0.channelID = channel.id.rawValue
            $0.messageID = cursor.rawValue
            $0.limit = 100
            $0.direction = 3  // Backwards from the cursor (Documentation/Protocol.md §4.1).
        }
        return try await page(request).messages.map(MessageDecoder.message)
    }
}
