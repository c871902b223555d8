public import ChatModel
public import Foundation
import Synchronization

/// The last generated message id; ids grow, as the server's do.
private let ids = Mutex<Int64>(Snowflake.floor(of: Date(timeIntervalSince1970: 1_767_225_600)))

extension Message {
    /// Creates a message from the properties that matter to a test.
    ///
    ///     Message.make(text: "hi", in: .general, by: .binh)
    ///
    /// By default, ids are new and growing, and the time is that of the id, in whole seconds as in the protocol.
    public static func make(
        text: String = "hi", in channel: ChannelID = .general, by author: Author = .an, id: MessageID? = nil,
        clan: ClanID = .test, code: MessageCode = .chat, mentions: [Mention] = [], attachments: [Attachment] = [],
        references: [Reference] = [], topic: TopicID = 0, at date: Date? = nil
    ) -> Message {
        make(
            content: Content(text), in: channel, by: author, id: id, clan: clan, code: code, mentions: mentions,
            attachments: attachments, references: references, topic: topic, at: date)
    }

    /// Creates a message with markup or other content than text.
    public static func make(
        content: Content, in channel: ChannelID = .general, by author: Author = .an, id: MessageID? = nil,
        clan: ClanID = .test, code: MessageCode = .chat, mentions: [Mention] = [], attachments: [Attachment] = [],
        references: [Reference] = [], topic: TopicID = 0, at date: Date? = nil
    ) -> Message {
        let id = id ?? nextID()
        let seconds = Snowflake.date(of: id).timeIntervalSince1970.rounded(.down)
        return Message(
            id: id, clan: clan, channel: channel, author: author, code: code, content: content, mentions: mentions,
            attachments: attachments, references: references, topic: topic,
            createdAt: date ?? Date(timeIntervalSince1970: seconds))
    }

    private static func nextID() -> MessageID {
        ids.withLock { last in
            last += 1 << 22  // One millisecond.
            return MessageID(last)
        }
    }
}

extension Author {
    /// A user named `an`.
    public static let an = Author(id: 101, username: "an")
    /// A user named `binh`.
    public static let binh = Author(id: 102, username: "binh")
    /// The account that the bot under test acts as.
    public static let me = Author(id: 900, username: "mezon-bot")
}

extension ChannelID {
    /// The id of a channel named `general`.
    public static let general: ChannelID = 201
    /// The id of a channel named `random`.
    public static let random: ChannelID = 202
}

extension ClanID {
    /// The id of the test clan.
    public static let test: ClanID = 301
}

extension Channel {
    /// A channel named `general` in the test clan.
    public static let general = Channel(id: .general, clan: .test, label: "general")
    /// A channel named `random` in the test clan.
    public static let random = Channel(id: .random, clan: .test, label: "random")
}
