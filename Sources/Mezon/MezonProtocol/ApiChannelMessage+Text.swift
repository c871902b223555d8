import ChatModel
import Foundation
import SwiftProtobuf

/// Redaction of a received message.
extension ApiChannelMessage {
    /// The message without its text, attachments and quotations. The ids of mentions and of the message that it replies to remain.
    var redacted: ApiChannelMessage {
        var message = self
        message.content = ContentJSON.empty
        message.attachments = Data()
        message.unknownFields = UnknownStorage()
        message.reactions = Data()
        message.mentions = Self.list(mentions, "mentions") { (list: inout ApiMessageMentionList) in
            for index in list.mentions.indices {
                list.mentions[index].username = ""
                list.mentions[index].rolename = ""
            }
        }
        message.references = Self.list(references, "refs") { (list: inout ApiMessageRefList) in
            for index in list.refs.indices { list.refs[index].removeTexts() }
        }
        return message
    }

    func without(_ user: ErasedUser) -> ApiChannelMessage {
        guard senderID != user.id.rawValue else {
            var message = redacted
            message.username = ""
            message.displayName = ""
            message.clanNick = ""
            message.avatar = ""
            message.clanAvatar = ""
            return message
        }
        var message = self
        var isNamed = false
        message.mentions = Self.list(mentions, "mentions") { (list: inout ApiMessageMentionList) in
            for index in list.mentions.indices where list.mentions[index].userID == user.id.rawValue {
                list.mentions[index].username = ""
                isNamed = true
            }
        }
        message.references = Self.list(references, "refs") { (list: inout ApiMessageRefList) in
            for index in list.refs.indices where list.refs[index].messageSenderID == user.id.rawValue {
                list.refs[index].removeTexts()
                isNamed = true
            }
        }
        message.reactions = Self.list(reactions, "reactions") { (list: inout ApiMessageReactionList) in
            for index in list.reactions.indices where list.reactions[index].senderID == user.id.rawValue {
                list.reactions[index].senderName = ""
                list.reactions[index].senderAvatar = ""
                isNamed = true
            }
        }
        guard isNamed else { return self }
        message.content = user.without(json: content)
        return message
    }

    func names(of user: UserID) -> Set<String> {
        var names: Set<String> = []
        if senderID == user.rawValue { names.formUnion([username, displayName, clanNick, avatar, clanAvatar]) }
        let mentions: ApiMessageMentionList? = WireList.decode(mentions, "mentions")
        for mention in mentions?.mentions ?? [] where mention.userID == user.rawValue { names.insert(mention.username) }
        let references: ApiMessageRefList? = WireList.decode(references, "refs")
        for reference in references?.refs ?? [] where reference.messageSenderID == user.rawValue {
            names.formUnion([
                reference.messageSenderUsername, reference.messageSenderDisplayName, reference.messageSenderClanNick,
                reference.messageSenderAvatar,
            ])
        }
        return names
    }

    /// Applies a change to an encoded list; a list that cannot be decoded is removed.
    private static func list<List: SwiftProtobuf.Message>(_ bytes: Data, _ field: String, _ change: (inout List) -> Void) -> Data
    {
        guard !bytes.isEmpty, var list: List = WireList.decode(bytes, field) else { return Data() }
        let before = list
        change(&list)
        return list.isEqualTo(message: before) ? bytes : Data(list.wireBytes)
    }
}

extension ApiMessageRef {
    /// Removes everything except the ids of the message and its author.
    fileprivate mutating func removeTexts() {
        content = ContentJSON.empty
        messageSenderUsername = ""
        messageSenderDisplayName = ""
        messageSenderClanNick = ""
        messageSenderAvatar = ""
    }
}

extension ContentJSON {
    /// The content of a message without text.
    static let empty = "{\"t\":\"\"}"
}
