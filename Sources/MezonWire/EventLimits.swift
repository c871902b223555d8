import Foundation
import MezonModel
import SwiftProtobuf

/// Bounds on what one pushed event may bring: everything behind the socket holds many events at once.
package enum EventLimits {
    /// The longest event that is kept as it came. Mezon's clients refuse to send contents of more than four kilobytes, and files travel
    /// by their addresses: what is said with all that is attached to it stays below this.
    package static let bytes = 128 << 10
    /// The most people that one event names; more are left out.
    package static let users = 1000

    /// Returns what is kept of an event that is too long: a message without its content, or an event with its first people. Nil where
    /// that is too long, too.
    package static func shortened(_ envelope: RtEnvelope) -> RtEnvelope? {
        var envelope = envelope
        envelope.unknownFields = UnknownStorage()
        switch envelope.message {
        case .channelMessage(let message):
            var short = message.emptied
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
