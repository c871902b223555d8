import Foundation

/// A message: by its link, by its id for one of this channel, or by answering it.
public struct MessageLink: Argument, Hashable {
    public var channel: ChannelID
    public var message: MessageID

    public static var label: LocalizedText { LocalizedText("message", vi: "tin nhắn") }
    public static var expects: LocalizedText {
        LocalizedText("the link of a message, or a reply to it", vi: "liên kết của tin nhắn, hoặc hãy trả lời tin nhắn đó")
    }

    public static func read(_ reader: inout ArgumentReader) throws -> MessageLink? {
        guard let word = try reader.word()?.text else {
            let answered = reader.text.answered
            return answered.isNone ? nil : MessageLink(channel: reader.text.channel, message: answered)
        }
        if let id = UnresolvedReference.id(word) { return MessageLink(channel: reader.text.channel, message: MessageID(id)) }
        return MessageLink(link: word)
    }

    /// `https://mezon.ai/chat/clans/1/channels/2#3`, and the same of a direct conversation.
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
