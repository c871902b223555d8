package import ChatModel
import SwiftProtobuf

// The mapping between the messages of the protocol and the values of the model, in both directions.

extension Mention {
    package init(wire: ApiMessageMention) {
        self.init(
            user: UserID(wire.userID), username: wire.username, role: RoleID(wire.roleID), roleName: wire.rolename,
            range: TextRange(Int(wire.s), Int(wire.e)))
    }

    package var wire: ApiMessageMention {
        .with {
            $0.userID = user.rawValue
            $0.username = username
            $0.roleID = role.rawValue
            $0.rolename = roleName
            $0.s = Int32(clamping: range.start)
            $0.e = Int32(clamping: range.end)
        }
    }
}

extension Attachment {
    package init(wire: ApiMessageAttachment) {
        self.init(
            filename: wire.filename, url: wire.url, mediaType: wire.filetype, sizeInBytes: Int(wire.size), width: Int(wire.width),
            height: Int(wire.height), thumbnail: wire.thumbnail, durationInSeconds: Int(wire.duration))
    }

    package var wire: ApiMessageAttachment {
        .with {
            $0.filename = filename
            $0.url = url
            $0.filetype = mediaType
            $0.size = Int32(clamping: sizeInBytes)
            $0.width = Int32(clamping: width)
            $0.height = Int32(clamping: height)
            $0.thumbnail = thumbnail
            $0.duration = Int32(clamping: durationInSeconds)
        }
    }
}

extension Reference {
    package init(wire: ApiMessageRef) {
        let names = [wire.messageSenderClanNick, wire.messageSenderDisplayName, wire.messageSenderUsername]
        self.init(
            message: MessageID(wire.messageRefID), sender: UserID(wire.messageSenderID),
            senderName: names.first { !$0.isEmpty } ?? "", senderAvatar: wire.messageSenderAvatar,
            content: ContentJSON.decode(wire.content), hasAttachment: wire.hasAttachment_p)
    }

    package var wire: ApiMessageRef {
        .with {
            $0.messageRefID = message.rawValue
            $0.messageSenderID = sender.rawValue
            $0.messageSenderUsername = senderName
            $0.messageSenderAvatar = senderAvatar
            $0.content = ContentJSON.encode(content)
            $0.hasAttachment_p = hasAttachment
        }
    }
}

extension Reaction {
    package init(wire: ApiMessageReaction) {
        self.init(
            emoji: wire.emoji, emojiID: EmojiID(wire.emojiID), sender: UserID(wire.senderID), senderName: wire.senderName,
            isRemoval: wire.action, count: Int(wire.count), clan: ClanID(wire.clanID), channel: ChannelID(wire.channelID),
            message: MessageID(wire.messageID), messageAuthor: UserID(wire.messageSenderID))
    }
}

extension Channel {
    package init(wire: ApiChannelDescription) {
        self.init(
            id: ChannelID(wire.channelID), clan: ClanID(wire.clanID), parent: ChannelID(wire.parentID),
            kind: ChannelKind(rawValue: wire.type), label: wire.channelLabel, category: CategoryID(wire.categoryID),
            categoryName: wire.categoryName, isPrivate: wire.channelPrivate != 0,
            lastMessage: MessageID(wire.lastSentMessage.id), partner: Self.partner(wire), creator: Self.creator(wire.creatorID))
    }
}

extension Channel {
    /// Returns the creator of a channel; `nil` for zero, which the server sends where it does not say.
    static func creator(_ wire: Int64) -> UserID? { wire == 0 ? nil : UserID(wire) }

    /// A list names the members of a direct conversation without the requester.
    private static func partner(_ wire: ApiChannelDescription) -> UserID {
        guard wire.type == ChannelKind.direct.rawValue, wire.userIds.count == 1 else { return 0 }
        return UserID(wire.userIds[0])
    }
}

extension Role {
    package init(wire: ApiRole, clan: ClanID) {
        self.init(
            id: RoleID(wire.id), clan: clan, title: wire.title,
            // Inactive entries are permissions that could be granted.
            permissions: Set(wire.permissionList.permissions.filter { $0.active != 0 }.map(\.slug)),
            isEverybodys: wire.slug.hasPrefix("everyone-"))
    }
}

extension Clan {
    package init(wire: ApiClanDesc) { self.init(id: ClanID(wire.clanID), name: wire.clanName) }
}
