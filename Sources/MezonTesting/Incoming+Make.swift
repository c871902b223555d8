package import Foundation
package import MezonModel
package import MezonWire
package import Persistence

extension Incoming {
    /// A message as the socket would hand it to the journal.
    package static func make(
        _ message: MezonModel.Message, at date: Date? = nil, isLate: Bool = false, isOwn: Bool = false
    ) -> Incoming {
        Incoming(
            event: message.code == .update ? .edit(message) : message.code.isSpeech ? .message(message) : .system(message),
            frame: RtEnvelope(pushing: message).wireBytes, receivedAt: date ?? message.createdAt, isLate: isLate, isOwn: isOwn)
    }
}

extension Incoming {
    /// An event of the house itself.
    package static func make(_ event: HouseEvent) -> Incoming { Incoming(house: event) }

    /// Anything that the server pushes, under an envelope of its own.
    package static func make(
        _ push: RtEnvelope.OneOf_Message, at date: Date = Date(timeIntervalSince1970: 1_767_225_600)
    ) -> Incoming? {
        var envelope = RtEnvelope()
        envelope.message = push
        guard case .event(let event) = Push(envelope, receivedAt: date) else { return nil }
        return Incoming(event: event, frame: envelope.wireBytes, receivedAt: date)
    }
}

extension RtEnvelope {
    /// The envelope in which the server pushes a message.
    package init(pushing message: MezonModel.Message) {
        self.init()
        channelMessage = ApiChannelMessage(message)
    }
}

extension ApiChannelMessage {
    /// A message as the server tells it.
    package init(_ message: MezonModel.Message) {
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
