import Foundation
package import MezonModel

/// What somebody who chats has heard, as far as a reply or a press can mean it.
package struct ChatHistory: Sendable {
    /// Oldest first.
    private var messages: [Message] = []
    /// What has been filled in, by message and field.
    private var filled: [MessageID: [String: String]] = [:]
    private static let most = 500  // What is further back has left the screen.

    package init() {}

    /// Takes in a message, or what an edit has made of it.
    package mutating func note(_ message: Message) {
        if let place = messages.firstIndex(where: { $0.id == message.id }) {
            messages[place].content = message.content
        } else {
            let place = messages.lastIndex { $0.id < message.id }.map { $0 + 1 } ?? 0
            messages.insert(message, at: place)
            if messages.count > Self.most { messages.removeFirst() }
        }
    }

    /// A message that is gone can still be answered, for instance with `*why`, and no longer be pressed.
    package mutating func noteDeletion(of id: MessageID) {
        guard let place = messages.firstIndex(where: { $0.id == id }) else { return }
        messages[place].content.extras["components"] = nil
        messages[place].content.extras["embed"] = nil
    }

    /// The newest message in a channel of somebody else than `me`, or of the one named.
    package func newest(in channel: ChannelID, besides me: UserID, named name: String? = nil) -> Message? {
        messages.last { message in
            guard message.channel == channel, message.code.isSpeech, message.author.id != me else { return false }
            guard let name = name?.lowercased() else { return true }
            let author = message.author
            return [author.name, author.username, author.displayName].contains { $0.lowercased() == name }
        }
    }

    package var newestWithButtons: Message? { messages.last { !ChatButton.list(of: $0).isEmpty } }
    package var newestWithSelect: Message? { messages.last { !ChatSelect.list(of: $0).isEmpty } }
    package var newestWithForm: Message? { messages.last { !ChatField.list(of: $0).isEmpty } }

    /// Fills in a field of a message's form.
    package mutating func fill(_ field: String, of message: MessageID, with value: String) {
        filled[message, default: [:]][field] = value
    }

    /// What a press of a button of the message sends along: a JSON object, or nothing.
    package func form(of message: MessageID) throws -> String {
        guard let fields = filled[message] else { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(fields), as: UTF8.self)
    }
}
