package import ChatModel
package import MezonProtocol
import SwiftProtobuf

/// Pages of channel histories from the server.
package struct ChannelHistory: Sendable {
    private let client: SessionClient
    private let rateLimiter: ReadRateLimiter

    package init(client: SessionClient, rateLimiter: ReadRateLimiter) {
        self.client = client
        self.rateLimiter = rateLimiter
    }

    /// - Throws: `SessionError`, also if the server refuses history to applications.
    package func page(_ request: ApiListChannelMessagesRequest) async throws -> ApiChannelMessageList {
        try await rateLimiter.wait()
        return try await client.call(.listChannelMessages, request)
    }

    /// Up to a hundred messages before a cursor; zero for the newest.
    package func page(of channel: Channel, before cursor: MessageID) async throws -> [ChatModel.Message] {
        try await page(HistoryPageRequest(channel: channel, before: cursor).request).messages.map(MessageDecoder.message)
    }
}
