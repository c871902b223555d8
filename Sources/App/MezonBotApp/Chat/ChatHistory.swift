package import ChatModel
import Foundation

/// The messages that a chat user has received and can reply to or press buttons of.
package struct ChatHistory: Sendable {
    /// The messages, oldest first.
    private var messages: [Message] = []
    /// The filled-in values by message and field.
    private var filled: [MessageID: [String: String]] = [:]
    /// The messages that were deleted since they were received.
    private var deleted: Set<MessageID> = []
    private static let maximum = 500  // Older messages have scrolled off the screen.

    package init() {}

    /// Adds a message, or updates it with an edit.
    package mutating func note(_ message: Message) {
        if let place = messages.firstIndex(where: { $0.id == message.id }) {
            messages[place].content = message.content
        } else {
            let place = messages.lastIndex { $0.id < message.id }.map { $0 + 1 } ?? 0
            messages.insert(message, at: place)
            if messages.count > Self.maximum { deleted.remove(messages.removeFirst().id) }
        }
    }

    /// Removes the buttons and forms of a deleted message. It can still be answered, for example with `*why`.
    package mutating func noteDeletion(of id: MessageID) {
        guard let place = messages.firstIndex(where: { $0.id == id }) else { return }
        messages[place].content.extras["components"] = nil
        messages[place].content.extras["embed"] = nil
        deleted.insert(id)
    }

    /// The messages of a channel, oldest first.
    package func messages(in channel: ChannelID) -> [Message] { messages.filter { $0.channel == channel } }
    package func message(_ id: MessageID) -> Message? { messages.first { $0.id == id } }
    package func contains(_ id: MessageID) -> Bool { message(id) != nil }
    package func isDeleted(_ id: MessageID) -> Bool { deleted.contains(id) }

    /// The newest message in a channel by another user, optionally one with the given name.
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

    /// Sets a field of a message's form.
    package mutating func fill(_ field: String, of message: MessageID, with value: String) {
        filled[message, default: [:]][field] = value
    }

    /// The form values sent with a button press: a JSON object, or an empty string.
    package func form(of message: MessageID) throws -> String {
        guard let fields = filled[message] else { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(fields), as: UTF8.self)
    }
}
