import ChatModel
import PatternMatching

/// The text of an event to read, and the parts of it to ignore.
struct TextSelector: Hashable, Sendable {
    enum Source: String, Hashable, Sendable, CaseIterable {
        case text
        case attachmentName = "attachment_name"
        case embed, quoted
        case displayName = "display_name"
        /// The account's username, which `author: { name: … }` checks besides the display name.
        case username
        /// The name of the author replied to, or of the first user mentioned.
        case targetName
        /// The name of the author replied to.
        case quotedName

        /// The values that `read` accepts.
        static let selectable: [Source] = [.text, .attachmentName, .embed, .quoted, .displayName]
    }

    enum Ignored: String, Hashable, Sendable, CaseIterable {
        case codeBlocks = "code_blocks"
        case quotes, urls
        /// Headers before the text, which are removed.
        case headers
    }

    var source: Source = .text
    var ignored: Set<Ignored> = []
    /// The schema of the headers to ignore.
    var headers = HeaderSchema()

    static let text = TextSelector()

    /// Returns the text to read; empty if there is none. Ignored parts are replaced by spaces rather than removed, so that the
    /// words on both sides stay separate.
    func text(of event: Event) -> String {
        guard let message = event.textMessage else { return name(in: event) }
        switch source {
        case .text:
            let text = ignored.isEmpty ? message.text : blanked(message)
            guard ignored.contains(.headers) else { return text }
            return String(decoding: text.utf16.dropFirst(MessageHeader.split(message.text, by: headers).offset), as: UTF16.self)
        case .attachmentName: return message.attachments.map(\.filename).joined(separator: "\n")
        case .embed: return message.content.embedTexts.joined(separator: "\n")
        case .quoted: return message.references.map(\.content.text).joined(separator: "\n")
        case .displayName: return message.author.name
        case .username: return message.author.username
        case .targetName:
            return message.references.first?.senderName ?? message.mentions.first { !$0.username.isEmpty }?.username ?? ""
        case .quotedName: return message.references.first?.senderName ?? ""
        }
    }

    /// Returns a name from an event that is not a message, if the server provides it.
    private func name(in event: Event) -> String {
        switch (source, event) {
        case (.displayName, .reaction(let reaction)): reaction.senderName
        case (.username, .memberJoined(let membership)): membership.username
        default: ""
        }
    }

    private func blanked(_ message: Message) -> String {
        var units = Array(message.text.utf16)
        func blank(_ range: TextRange) {
            for index in max(0, range.start)..<max(0, range.start, min(units.count, range.end)) where units[index] != 10 {
                units[index] = 32
            }
        }
        for markup in message.content.markup {
            switch markup.kind {
            case "c", "pre", "s", "t":
                if ignored.contains(.codeBlocks) { blank(markup.range) }
            case "vk":
                if ignored.contains(.urls) { blank(markup.range) }
            default: break
            }
        }
        if ignored.contains(.urls) {
            for link in LinkFinder.links(in: message.content) { blank(link.range) }
        }
        if ignored.contains(.quotes) {
            var start = 0
            for line in message.text.split(separator: "\n", omittingEmptySubsequences: false) {
                let length = line.utf16.count
                if line.first == ">" { blank(TextRange(start, start + length)) }
                start += length + 1
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

extension Event {
    fileprivate var textMessage: Message? {
        switch self {
        case .message(let message), .edit(let message): message
        case .systemMessage(let message): message.isRoomChange ? message : nil
        default: nil
        }
    }
}

extension Content {
    /// The titles, descriptions and fields of a message's embeds. Bounded in number and depth.
    var embedTexts: [String] {
        (extras["embed"]?.array ?? []).prefix(10).flatMap { embed -> [String] in
            let object = embed.object ?? [:]
            let fields = (object["fields"]?.array ?? []).prefix(25).flatMap { field in
                [field.object?["name"]?.string, field.object?["value"]?.string].compactMap(\.self)
            }
            return [object["title"]?.string, object["description"]?.string].compactMap(\.self) + fields
        }
    }
}
