import MezonModel
import MezonSession
import MezonWire
import SendPipeline
import SwiftProtobuf
import Synchronization

/// Pages of channels' histories, as the server still has them.
final class ChannelHistory: Sendable {
    private let client: SessionClient
    private let time: any TimeSource
    private let rate: Mutex<RateWindow?>

    /// - Parameter perSecond: calls that may start in any second; nil for no limit.
    init(client: SessionClient, perSecond: Int?, time: any TimeSource) {
        self.client = client
        self.time = time
        rate = Mutex(perSecond.map { RateWindow(limit: $0) })
    }

    /// - Throws: `SessionError`, also where the server gives no history to an application.
    func page(_ request: ApiListChannelMessagesRequest) async throws -> ApiChannelMessageList {
        let now = time.uptime
        if let start = rate.withLock({ $0?.reserve(at: now) }), start > now { try await time.sleep(until: start) }
        return try await client.call(.listChannelMessages, request)
    }

    /// Up to a hundred messages before a cursor, zero for the newest.
    func page(of channel: Channel, before cursor: MessageID) async throws -> [MezonModel.Message] {
        let request = ApiListChannelMessagesRequest.with {
            $0.clanID = channel.clan.rawValue
            $0.channelID = channel.id.rawValue
            $0.messageID = cursor.rawValue
            $0.limit = 100
            $0.direction = 3  // Before the cursor (protocol page §5.2).
        }
        return try await page(request).messages.map(MessageDecoder.message)
    }
}
