package import ChatModel
import Foundation

extension RtEnvelope {
    /// Creates the envelope in which the server pushes a message.
    package init(pushing message: ChatModel.Message) {
        self.init()
        channelMessage = ApiChannelMessage(message)
    }
}

extension ApiChannelMessage {
    /// Creates a message in the server's form.
    package init(_ message: ChatModel.Message) {
        self.init()
        messageID = message.id.rawValue
        clanID = message.clan.rawValue
        channelID = message.channel.rawValue
        senderID = message.author.id.rawValue
        username = message.author.username
        displayName = message.author.displayName
        clanNick = message.author.clanNick
        avatar = message.author.avatar
        code = message.code.rawValue
        content = ContentJSON.encode(message.content)
        mode = message.mode.rawValue
        isPublic = message.isPublic
        topicID = message.topic.rawValue
        channelLabel = message.channelLabel
        createTimeSeconds = Self.seconds(message.createdAt)
        if message.updatedAt != message.createdAt { updateTimeSeconds = Self.seconds(message.updatedAt) }
        var mentions = ApiMessageMentionList()
        mentions.mentions = message.mentions.map(\.wire)
        self.mentions = Data(mentions.wireBytes)
        var attachments = ApiMessageAttachmentList()
        attachments.attachments = message.attachments.map(\.wire)
        self.attachments = Data(attachments.wireBytes)
        var references = ApiMessageRefList()
        references.refs = message.references.map(\.wire)
        self.references = Data(references.wireBytes)
    }

    private static func seconds(_ date: Date) -> UInt32 { UInt32(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0 }
}
