import Foundation

/// A message argument: given by its link, by the id of a message in this channel, or by replying to the message.
public struct MessageLink: Argument, Hashable {
    /// The message's channel.
    public var channel: ChannelID
    /// The message's id.
    public var message: MessageID

    /// The label `message`.
    public static var label: LocalizedText { LocalizedText("message", vi: "tin nhắn") }
    /// The phrase "the link of a message, or a reply to it".
    public static var expects: LocalizedText {
        LocalizedText("the link of a message, or a reply to it", vi: "liên kết của tin nhắn, hoặc hãy trả lời tin nhắn đó")
    }

    /// Reads a link or an id; without any word, takes the message that is replied to.
    public static func read(_ reader: inout ArgumentReader) throws -> MessageLink? {
        guard let word = try reader.word()?.text else {
            let answered = reader.text.answered
            return answered.isNone ? nil : MessageLink(channel: reader.text.channel, message: answered)
        }
        if let id = UnresolvedReference.id(word) { return MessageLink(channel: reader.text.channel, message: MessageID(id)) }
        return MessageLink(link: word)
    }

    /// Parses `https://mezon.ai/chat/clans/1/channels/2#3`, and the form used for direct messages.
    private init?(link: String) {
        guard let url = URL(string: link), ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        let path = url.pathComponents
        guard let place = path.lastIndex(where: { $0 == "channels" || $0 == "message" }), place + 1 < path.count,
            let channel = ChannelID(path[place + 1]), !channel.isNone, let message = MessageID(url.fragment ?? ""),
            !message.isNone
        else { return nil }
        self.init(channel: channel, message: message)
    }

    init(channel: ChannelID, message: MessageID) {
        self.channel = channel
        self.message = message
    }
}
