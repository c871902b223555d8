import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Sends a message to a channel.
    mutating func send(_ wire: RtChannelMessageSend, by caller: Caller, at now: Date) throws(GatewayRequestError) -> GatewayReply<
        RtChannelMessageAck
    > {
        let room = try roomToWrite(in: ChannelID(wire.channelID), by: caller, at: now)
        guard MessageCode(rawValue: wire.code).isSpeech else {
            throw GatewayRequestError.invalid("code \(wire.code) is the server's own")
        }
        try checkLength(wire.content)
        var message = message(from: wire, by: caller.user, in: room, at: now)
        try checkSize(message)
        message.messageID = nextID(at: now)
        messages.append(message)
        if room.isConversation, !closedConversations.isEmpty {
            closedConversations = closedConversations.filter { $0.channel != room.channel.id }
        }
        rooms[room.channel.id]?.channel.lastMessage = MessageID(message.messageID)
        let ack = RtChannelMessageAck.with {
            $0.channelID = message.channelID
            $0.messageID = message.messageID
            $0.code = message.code
            $0.username = message.username
            $0.createTimeSeconds = message.createTimeSeconds
            $0.updateTimeSeconds = message.updateTimeSeconds
            $0.persistent = .with { $0.value = true }
        }
        let pushed = push(message, in: room, by: caller.user)
        return GatewayReply(ack, [pushed] + notify(of: message, wire, in: room, at: now))
    }

    /// Edits a message of the caller; the edit is pushed as code 1.
    mutating func update(_ wire: RtChannelMessageUpdate, by caller: Caller, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<
            RtChannelMessageUpdate
        >
    {
        let room = try roomToWrite(in: ChannelID(wire.channelID), by: caller, at: now)
        guard var message = messages.message(MessageID(wire.messageID), in: room.channel.id) else {
            throw GatewayRequestError.notFound
        }
        guard message.senderID == caller.user.rawValue else { throw GatewayRequestError.permissionDenied }
        try checkLength(wire.content)
        message.content = wire.content
        message.mentions = Self.list(ApiMessageMentionList.with { $0.mentions = wire.mentions })
        message.attachments = Self.list(ApiMessageAttachmentList.with { $0.attachments = wire.attachments })
        message.updateTimeSeconds = Self.seconds(now)
        message.hideEditted = wire.hideEditted
        try checkSize(message)
        messages.replace(message)
        message.code = MessageCode.update.rawValue
        return GatewayReply(wire, [push(message, in: room, by: caller.user)])
    }

    /// Deletes a message of the caller, or of another user if permitted; the deletion is pushed as code 2.
    mutating func remove(_ wire: RtChannelMessageRemove, by caller: Caller, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<
            RtChannelMessageRemove
        >
    {
        let room = try room(ChannelID(wire.channelID), for: caller.user)
        guard var message = messages.message(MessageID(wire.messageID), in: room.channel.id) else {
            throw GatewayRequestError.notFound
        }
        if message.senderID != caller.user.rawValue {
            try require(.deleteMessage, of: caller.user, in: room)
        }
        messages.remove(MessageID(wire.messageID), in: room.channel.id)
        pins[room.channel.id]?.removeAll { $0.message.rawValue == wire.messageID }
        if room.channel.lastMessage.rawValue == message.messageID {
            rooms[room.channel.id]?.channel.lastMessage = MessageID(messages.last(in: room.channel.id)?.messageID ?? 0)
        }
        message.code = MessageCode.remove.rawValue
        message.content = ""
        message.clearLists()
        message.updateTimeSeconds = Self.seconds(now)
        return GatewayReply(wire, [push(message, in: room, by: caller.user)])
    }

    /// Shows a message to some of a channel's readers without storing it; codes 14 and 15 edit and delete an earlier one.
    mutating func sendEphemeral(_ wire: RtEphemeralMessageSend, by caller: Caller, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<
            ApiChannelMessage
        >
    {
        let room = try roomToWrite(in: ChannelID(wire.message.channelID), by: caller, at: now)
        let receivers = wire.receiverIds.map { UserID($0) }
        guard !receivers.isEmpty, receivers.allSatisfy({ reads($0, room) }) else {
            throw GatewayRequestError.invalid("an ephemeral message needs receivers who read the channel")
        }
        try checkLength(wire.message.content)
        var message = message(from: wire.message, by: caller.user, in: room, at: now)
        try checkSize(message)
        message.messageID = wire.message.id == 0 ? nextID(at: now) : wire.message.id
        let codes: [Int32] = [MessageCode.ephemeral.rawValue, 14, 15]
        message.code = codes.contains(wire.message.code) ? wire.message.code : MessageCode.ephemeral.rawValue
        return GatewayReply(message, [GatewayPush(message: .channelMessage(message), receivers: connections(of: receivers))])
    }

    /// Returns a channel if the caller may write in it now.
    func roomToWrite(in channel: ChannelID, by caller: Caller, at now: Date) throws(GatewayRequestError) -> ChannelState {
        let room = try room(channel, for: caller.user)
        if let connection = caller.connection, room.mustBeJoined || switches.mustJoinAll,
            !subscriptions.hasJoined(channel, on: connection)
        {
            throw GatewayRequestError.mustJoin
        }
        guard !room.isArchived else { throw GatewayRequestError.channelPermissionDenied }
        if room.channel.kind == .direct, room.members.contains(where: { friends.isBlocked($0, caller.user) }) {
            throw GatewayRequestError.channelPermissionDenied
        }
        if !room.overrides.isEmpty, !permissions(of: caller.user, in: room).contains(.sendMessage) {
            throw GatewayRequestError.channelPermissionDenied
        }
        if let bans = bans[channel], bans.contains(where: { $0.user == caller.user && !$0.isOver(at: now) }) {
            throw GatewayRequestError.channelPermissionDenied
        }
        return room
    }

    private func checkLength(_ content: String) throws(GatewayRequestError) {
        // A text never has more UTF-16 units than UTF-8 bytes.
        guard content.utf8.count > limits.contentUnits, content.utf16.count > limits.contentUnits else { return }
        throw GatewayRequestError.invalid("the content is longer than \(limits.contentUnits) UTF-16 units")
    }

    /// Checks the size of the data stored besides the text.
    private func checkSize(_ message: ApiChannelMessage) throws(GatewayRequestError) {
        let extras = [message.mentions, message.attachments, message.references].reduce(message.avatar.utf8.count) {
            $0 + $1.count
        }
        guard extras > limits.messageExtrasBytes else { return }
        throw GatewayRequestError.invalid("mentions, attachments and references are over \(limits.messageExtrasBytes) bytes")
    }

    private func message(from wire: RtChannelMessageSend, by user: UserID, in room: ChannelState, at now: Date)
        -> ApiChannelMessage
    {
        let author = usersByID[user]
        let seconds = Self.seconds(now)
        return .with {
            $0.clanID = room.channel.clan.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.code = wire.code
            $0.senderID = user.rawValue
            $0.username = author?.name ?? ""
            $0.displayName = author?.displayName ?? ""
            $0.clanNick = clans[room.channel.clan]?.nicknames[user] ?? ""
            $0.avatar = wire.avatar
            $0.content = wire.content
            $0.channelLabel = room.channel.label
            $0.mentions = Self.list(ApiMessageMentionList.with { $0.mentions = wire.mentions })
            $0.attachments = Self.list(ApiMessageAttachmentList.with { $0.attachments = wire.attachments })
            $0.references = Self.list(ApiMessageRefList.with { $0.refs = wire.references })
            $0.createTimeSeconds = seconds
            $0.updateTimeSeconds = seconds
            $0.mode = room.channel.mode.rawValue
            $0.isPublic = room.channel.isPublic
            $0.topicID = wire.topicID
        }
    }

    private mutating func push(_ message: ApiChannelMessage, in room: ChannelState, by user: UserID) -> GatewayPush {
        var receivers = listeners(of: room)
        if !switches.ownEcho { receivers.removeAll { subscriptions.byConnection[$0]?.user == user } }
        return GatewayPush(message: .channelMessage(message), receivers: receivers)
    }

    /// Returns a list in the encoded form of received messages; an empty list has no bytes.
    static func list(_ list: some SwiftProtobuf.Message) -> Data { Data(list.wireBytes) }

    static func seconds(_ date: Date) -> UInt32 { UInt32(clamping: Int64(date.timeIntervalSince1970)) }
}

extension ApiChannelMessage {
    fileprivate mutating func clearLists() {
        mentions = Data()
        attachments = Data()
        references = Data()
        reactions = Data()
    }
}
