import ChatModel
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns a page of a channel's messages (Documentation/Protocol.md §4.1).
    func history(_ wire: ApiListChannelMessagesRequest, by user: UserID) throws(GatewayRequestError) -> ApiChannelMessageList {
        if usersByID[user]?.isApp == true, !switches.historyForApps { throw GatewayRequestError.permissionDenied }
        let room = try room(ChannelID(wire.channelID), for: user)
        guard let direction = MessageLog.Direction(rawValue: wire.direction == 0 ? 3 : wire.direction) else {
            throw GatewayRequestError.invalid("direction \(wire.direction) is none of 1, 2 and 3")
        }
        guard (0...100).contains(wire.limit) else { throw GatewayRequestError.invalid("a page has 1 to 100 messages") }
        let page = messages.page(
            of: room.channel.id, from: MessageID(wire.messageID), direction, topic: wire.topicID,
            limit: wire.limit == 0 ? 50 : Int(wire.limit))
        return .with {
            $0.messages = page
            if let seen = lastSeen[Reader(user: user, channel: room.channel.id)] { $0.lastSeenMessage = seen }
            if let last = messages.last(in: room.channel.id) { $0.lastSentMessage = last.header }
        }
    }
}

extension ApiChannelMessage {
    /// The short form that channel lists show.
    var header: ApiChannelMessageHeader {
        .with {
            $0.id = messageID
            $0.timestampSeconds = createTimeSeconds
            $0.senderID = senderID
            $0.content = content
        }
    }
}
