import ChatModel
import Foundation
import SwiftProtobuf

/// Limits for one pushed event, because the components that process pushed events hold many of them at once.
package enum EventLimits {
    /// The maximum size of an event that is kept unchanged. Mezon's clients refuse contents of more than four kilobytes, and files are sent
    /// as URLs, so a message with all its attachments stays below this.
    package static let bytes = 128 << 10
    /// The maximum number of users in one event; further ones are left out.
    package static let users = 1000

    /// Returns a shortened form of an event that is too long: a message without its content, or an event with its first users. Nil if that
    /// is too long as well.
    package static func shortened(_ envelope: RtEnvelope) -> RtEnvelope? {
        var envelope = envelope
        envelope.unknownFields = UnknownStorage()
        switch envelope.message {
        case .channelMessage(let message):
            var short = message.redacted
            if short.mentions.count + short.references.count > bytes / 2 {
                short.mentions = Data()
                short.references = Data()
            }
            envelope.channelMessage = short
        case .userClanRemovedEvent(let event): envelope.userClanRemovedEvent.userIds = Array(event.userIds.prefix(users))
        case .banUserEvent(let event): envelope.banUserEvent.userIds = Array(event.userIds.prefix(users))
        case .roleAssignEvent(let event):
            envelope.roleAssignEvent.userIdsAssigned = Array(event.userIdsAssigned.prefix(users))
            envelope.roleAssignEvent.userIdsRemoved = Array(event.userIdsRemoved.prefix(users))
        case .userChannelAddedEvent(let event): envelope.userChannelAddedEvent.users = Array(event.users.prefix(users))
        default: break
        }
        return envelope.wireBytes.count <= bytes ? envelope : nil
    }

    static func users(_ ids: [Int64]) -> [UserID] { ids.prefix(users).map { UserID($0) } }
}
