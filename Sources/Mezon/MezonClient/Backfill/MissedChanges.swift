import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// The edits and deletions of known messages that a page of history shows.
///
/// A known message that the page shows with other content was edited. One that is missing between the page's oldest message and a newer
/// one, or the page's cursor, was deleted. Nothing follows for messages of which no content is known any more, for the bot's own edits,
/// and from a page that is not one of the channel before the cursor.
struct MissedChanges {
    private let channel: ChannelID
    private let me: UserID
    private let receivedAt: Date
    private let found: [MessageID: ApiChannelMessage]
    private let range: ClosedRange<MessageID>

    /// Creates the comparison; `nil` if nothing follows from the page.
    ///
    /// - Parameter cursor: The message before which the page ends; zero for the newest page.
    init?(_ page: [ApiChannelMessage], before cursor: MessageID, of channel: ChannelID, me: UserID, receivedAt: Date) {
        let ids = page.map { MessageID($0.messageID) }
        guard let oldest = ids.min(), let newest = ids.max(), !oldest.isNone, cursor.isNone || newest < cursor,
            page.allSatisfy({ $0.channelID == channel.rawValue })
        else { return nil }
        self.channel = channel
        self.me = me
        self.receivedAt = receivedAt
        found = Dictionary(page.map { (MessageID($0.messageID), $0) }) { first, _ in first }
        range = oldest...(cursor.isNone ? newest : cursor)
    }

    /// Returns the events, oldest message first, marked as recovered.
    ///
    /// - Parameter known: The last versions of messages of the channel that the journal has and that are not deleted there.
    func events(_ known: [ChatModel.Message]) -> [ReceivedEvent] {
        known.filter { $0.channel == channel && $0.hasContent && range.contains($0.id) }.sorted { $0.id < $1.id }
            .compactMap { message in
                guard let wire = found[message.id], MessageCode(rawValue: wire.code) != .remove else {
                    return deletion(of: message)
                }
                return edit(of: message, wire)
            }
    }

    private func edit(of message: ChatModel.Message, _ wire: ApiChannelMessage) -> ReceivedEvent? {
        guard message.author.id != me, [MessageCode.chat, .update].contains(MessageCode(rawValue: wire.code)) else { return nil }
        var wire = wire
        wire.code = MessageCode.update.rawValue
        let envelope = RtEnvelope.with { $0.channelMessage = wire }
        guard
            let recovered = ReceivedEvent.make(envelope, envelope.wireBytes, receivedAt: receivedAt, isLate: true).event,
            case .edit(let after) = recovered.event, after.differs(from: message)
        else { return nil }
        return recovered
    }

    private func deletion(of message: ChatModel.Message) -> ReceivedEvent? {
        // Lists contain neither topics nor messages of the server's own.
        guard [MessageCode.chat, .update].contains(message.code), message.topic.isNone else { return nil }
        // A message at the border of the page is missing for certain only if the page has it.
        guard range.lowerBound < message.id, message.id < range.upperBound || found[message.id] != nil else { return nil }
        let envelope = RtEnvelope.with {
            $0.channelMessage = .with {
                $0.clanID = message.clan.rawValue
                $0.channelID = message.channel.rawValue
                $0.messageID = message.id.rawValue
                $0.code = MessageCode.remove.rawValue
                $0.senderID = message.author.id.rawValue
                $0.createTimeSeconds = UInt32(clamping: Int(message.createdAt.timeIntervalSince1970.rounded(.down)))
                // The server does not tell when it was deleted.
                $0.updateTimeSeconds = UInt32(clamping: Int(receivedAt.timeIntervalSince1970.rounded(.down)))
                $0.mode = message.mode.rawValue
                $0.isPublic = message.isPublic
            }
        }
        return ReceivedEvent.make(envelope, envelope.wireBytes, receivedAt: receivedAt, isLate: true).event
    }
}

extension ChatModel.Message {
    /// A Boolean value that indicates whether the content is known: a text past its retention period has been removed.
    fileprivate var hasContent: Bool { !text.isEmpty || !attachments.isEmpty || !content.extras.isEmpty }

    /// Returns whether readers see another message than before. Servers may write the same content in other ways, so that a difference
    /// besides the text counts only together with a later time.
    fileprivate func differs(from earlier: ChatModel.Message) -> Bool {
        if text != earlier.text { return true }
        return updatedAt > earlier.updatedAt
            && (content != earlier.content || attachments.map(\.url) != earlier.attachments.map(\.url))
    }
}
