package import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// Typing indicators and read markers.
extension MezonConnection {
    /// Shows the bot as typing for a few seconds.
    ///
    /// - Throws: `SocketError`.
    package func sendTypingIndicator(in channel: ChatModel.Channel) async throws {
        _ = try await request(
            .with {
                $0.messageTypingEvent = .with {
                    $0.clanID = channel.clan.rawValue
                    $0.channelID = channel.id.rawValue
                    $0.mode = channel.mode.rawValue
                    $0.isPublic = channel.isPublic
                }
            })
    }

    /// Marks a channel as read up to a message.
    ///
    /// - Throws: `SocketError`.
    package func markSeen(_ message: MessageID, in channel: ChatModel.Channel) async throws {
        _ = try await request(
            .with {
                $0.lastSeenMessageEvent = .with {
                    $0.clanID = channel.clan.rawValue
                    $0.channelID = channel.id.rawValue
                    $0.messageID = message.rawValue
                    $0.mode = channel.mode.rawValue
                    $0.timestampSeconds = UInt32(clamping: Int(Snowflake.date(of: message).timeIntervalSince1970))
                }
            })
    }
}
