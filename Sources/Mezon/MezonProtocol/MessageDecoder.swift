package import ChatModel
import Foundation

/// Decodes a received `ChannelMessage` into an event.
package enum MessageDecoder {
    package static func push(_ wire: ApiChannelMessage) -> DecodedPush {
        switch MessageCode(rawValue: wire.code) {
        case .typing, .indicator: .transient
        case .update: .event(.edit(message(wire)))
        case .remove: .event(.delete(removal(wire)))
        case let code where code.isSpeech: .event(.message(message(wire)))
        default: .event(.systemMessage(message(wire)))
        }
    }

    package static func message(_ wire: ApiChannelMessage) -> ChatModel.Message {
        let created = Date(timeIntervalSince1970: Double(wire.createTimeSeconds))
        let mentions: ApiMessageMentionList? = WireList.decode(wire.mentions, "mentions")
        let attachments: ApiMessageAttachmentList? = WireList.decode(wire.attachments, "attachments")
        let references: ApiMessageRefList? = WireList.decode(wire.references, "refs")
        let reactions: ApiMessageReactionList? = WireList.decode(wire.reactions, "reactions")
        return Message(
            id: MessageID(wire.messageID), clan: ClanID(wire.clanID), channel: ChannelID(wire.channelID),
            author: Author(
                id: UserID(wire.senderID), username: wire.username, displayName: wire.displayName, clanNick: wire.clanNick,
                avatar: wire.clanAvatar.isEmpty ? wire.avatar : wire.clanAvatar),
            code: MessageCode(rawValue: wire.code), content: ContentJSON.decode(wire.content),
            mentions: mentions?.mentions.map(Mention.init(wire:)) ?? [],
            // An address of a file stored here is the application's own; from outside it could name a file of another place.
            attachments: attachments?.attachments.map(Attachment.init(wire:)).filter { $0.localFileName == nil } ?? [],
            references: references?.refs.map(Reference.init(wire:)) ?? [],
            reactions: reactions?.reactions.map(Reaction.init(wire:)) ?? [],
            mode: StreamMode(rawValue: wire.mode), isPublic: wire.isPublic, topic: TopicID(wire.topicID),
            channelLabel: wire.channelLabel, createdAt: created,
            updatedAt: wire.updateTimeSeconds == 0 ? created : Date(timeIntervalSince1970: Double(wire.updateTimeSeconds)))
    }

    private static func removal(_ wire: ApiChannelMessage) -> Removal {
        let seconds = wire.updateTimeSeconds == 0 ? wire.createTimeSeconds : wire.updateTimeSeconds
        return Removal(
            message: MessageID(wire.messageID), clan: ClanID(wire.clanID), channel: ChannelID(wire.channelID),
            sender: UserID(wire.senderID), at: Date(timeIntervalSince1970: Double(seconds)))
    }
}
