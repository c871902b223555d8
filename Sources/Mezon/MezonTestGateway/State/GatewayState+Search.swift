import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns the messages that match all filters in the channels that the caller can read, newest first unless sorted
    /// ascending.
    func search(_ wire: ApiSearchMessageRequest, by user: UserID) throws(GatewayRequestError) -> ApiSearchMessageResponse {
        if usersByID[user]?.isApp == true, !switches.historyForApps { throw GatewayRequestError.permissionDenied }
        let query = try MessageQuery(wire.filters)
        let size = try pageSize(wire.size, default: 25, most: 100)
        guard wire.from >= 0 else { throw GatewayRequestError.invalid("a page begins at 0 or later") }
        let isAscending = try isAscending(wire.sorts)
        if let clan = query.clan, !clan.isNone { _ = try self.clan(clan, for: user) }
        if let channel = query.channel { _ = try room(channel, for: user) }
        let searchable = rooms.values.filter { room in
            (query.channel.map { $0 == room.channel.id } ?? true) && (query.clan.map { $0 == room.channel.clan } ?? true)
                && reads(user, room)
        }
        var found: [ApiChannelMessage] = []
        var remaining = limits.searchedMessages
        for room in searchable.sorted(by: { $0.channel.id < $1.channel.id }) where remaining > 0 {
            for message in messages.newest(remaining, in: room.channel.id) {
                remaining -= 1
                if query.matches(message) { found.append(message) }
            }
        }
        found.sort { isAscending ? $0.messageID < $1.messageID : $0.messageID > $1.messageID }
        return .with {
            $0.total = Int32(clamping: found.count)
            $0.messages = found.dropFirst(Int(wire.from)).prefix(size).map(document)
        }
    }

    private func isAscending(_ sorts: [ApiSortParam]) throws(GatewayRequestError) -> Bool {
        guard let sort = sorts.first else { return false }
        guard sorts.count == 1, ["create_time", "message_id"].contains(sort.fieldName),
            ["asc", "desc", ""].contains(sort.order.lowercased())
        else { throw GatewayRequestError.invalid("messages are sorted by create_time or message_id, asc or desc") }
        return sort.order.lowercased() == "asc"
    }

    private func document(_ message: ApiChannelMessage) -> ApiSearchMessageDocument {
        let room = rooms[ChannelID(message.channelID)]
        return .with {
            $0.messageID = "\(message.messageID)"
            $0.channelID = "\(message.channelID)"
            $0.clanID = "\(message.clanID)"
            $0.senderID = "\(message.senderID)"
            $0.content = message.content
            $0.createTime = "\(message.createTimeSeconds)"
            $0.updateTime = "\(message.updateTimeSeconds)"
            $0.channelLabel = message.channelLabel
            $0.channelType = room?.channel.kind.rawValue ?? 0
            $0.clanName = room.flatMap { clans[$0.channel.clan]?.name } ?? ""
            $0.username = message.username
            $0.displayName = message.displayName
            $0.avatarURL = message.avatar
        }
    }
}

/// The parsed filters of a search.
private struct MessageQuery {
    var clan: ClanID?
    var channel: ChannelID?
    private var sender: Int64?
    private var username: String?
    private var texts: [String] = []
    private var mentioned: Int64?
    private var needsAttachment = false

    init(_ filters: [ApiFilterParam]) throws(GatewayRequestError) {
        guard (1...20).contains(filters.count) else { throw GatewayRequestError.invalid("a search has 1 to 20 filters") }
        for filter in filters {
            guard !filter.fieldValue.isEmpty, filter.fieldValue.utf8.count <= 1000 else {
                throw GatewayRequestError.invalid("the filter '\(filter.fieldName)' needs a value of at most 1000 bytes")
            }
            switch filter.fieldName {
            case "clan_id": clan = ClanID(try Self.id(filter))
            case "channel_id": channel = ChannelID(try Self.id(filter))
            case "sender_id": sender = try Self.id(filter)
            case "mention", "mentions": mentioned = try Self.id(filter)
            case "username": username = filter.fieldValue
            case "content": texts.append(filter.fieldValue.lowercased())
            case "has", "attachments": needsAttachment = true
            default: throw GatewayRequestError.invalid("there is no filter '\(filter.fieldName.prefix(50))'")
            }
        }
    }

    func matches(_ message: ApiChannelMessage) -> Bool {
        if let sender, message.senderID != sender { return false }
        if let username, message.username != username { return false }
        if needsAttachment, message.attachments.isEmpty { return false }
        if let mentioned {
            let list = try? ApiMessageMentionList(serializedBytes: message.mentions)
            guard list?.mentions.contains(where: { $0.userID == mentioned }) == true else { return false }
        }
        guard !texts.isEmpty else { return true }
        let text = ContentJSON.decode(message.content).text.lowercased()
        return texts.allSatisfy { text.contains($0) }
    }

    private static func id(_ filter: ApiFilterParam) throws(GatewayRequestError) -> Int64 {
        guard let id = Int64(filter.fieldValue) else {
            throw GatewayRequestError.invalid("the filter '\(filter.fieldName)' needs an id")
        }
        return id
    }
}
