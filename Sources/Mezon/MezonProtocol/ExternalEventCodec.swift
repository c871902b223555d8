package import ChatModel
import Foundation
import SwiftProtobuf

/// Encodes events of other networks for the journal, in the envelope that Mezon would use, so that readers of the journal need only one
/// format.
package enum ExternalEventCodec {
    /// Returns the encoded event; nil for an event that this version encodes in no envelope.
    package static func bytes(of event: Event) -> [UInt8]? {
        switch event {
        case .message(let message), .systemMessage(let message): return RtEnvelope(pushing: message).wireBytes
        case .edit(var message):
            message.code = .update
            return RtEnvelope(pushing: message).wireBytes
        case .delete(let removal): return RtEnvelope.with { $0.channelMessage = ApiChannelMessage(removal) }.wireBytes
        case .reaction(let reaction):
            return RtEnvelope.with {
                $0.messageReactionEvent = .with {
                    $0.emoji = reaction.emoji
                    $0.action = reaction.isRemoval
                    $0.count = Int32(clamping: reaction.count)
                    $0.clanID = reaction.clan.rawValue
                    $0.channelID = reaction.channel.rawValue
                    $0.messageID = reaction.message.rawValue
                    $0.messageSenderID = reaction.messageAuthor.rawValue
                    $0.senderID = reaction.sender.rawValue
                    $0.senderName = reaction.senderName
                }
            }.wireBytes
        default: return nil
        }
    }
}

extension ApiChannelMessage {
    fileprivate init(_ removal: Removal) {
        self.init()
        code = MessageCode.remove.rawValue
        messageID = removal.message.rawValue
        clanID = removal.clan.rawValue
        channelID = removal.channel.rawValue
        senderID = removal.sender.rawValue
        createTimeSeconds = UInt32(exactly: removal.at.timeIntervalSince1970.rounded(.down)) ?? 0
    }
}
