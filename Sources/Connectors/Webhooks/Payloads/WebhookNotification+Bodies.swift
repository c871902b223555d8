package import BotConfiguration
import ChatModel
import ConnectorKit
import Delivery
import Foundation
import MezonProtocol

/// Encoding as the JSON that each style of receiver accepts.
extension WebhookNotification {
    private static let maxDiscordLength = 2000  // UTF-16 units of a message; Discord refuses more.

    /// Returns the bodies to post, in order: several if the text exceeds the style's limit, and none if the style cannot express the event,
    /// as the chat styles have no reactions and deletions.
    package func bodies(_ style: WebhookTarget.Style) -> [[UInt8]] {
        switch style {
        case .standard: [Self.bytes(standard)]
        case .slack: chatText(style).map { [Self.bytes(attributed($0))] } ?? []
        case .mattermost: chatText(style).map { [Self.bytes(attributed($0))] } ?? []
        case .discord:
            chatText(style).map { text in
                Self.parts(of: text, units: Self.maxDiscordLength).map { Self.bytes(discord($0)) }
            } ?? []
        case .mezon: mezonMessages.map { Self.bytes($0) }
        }
    }

    /// The messages for a Mezon channel's webhook (Documentation/Protocol.md §4.2). It posts under its own name and takes none for a message, so the
    /// author's name is part of the text.
    private var mezonMessages: [JSONValue] {
        guard eventType == .created || eventType == .updated else { return [] }
        let images = attachments.filter { $0.mediaType.hasPrefix("image") }
        var content = content
        for file in attachments where !images.contains(file) { content.text += (content.text.isEmpty ? "" : "\n") + file.url }
        guard !content.text.isEmpty || !images.isEmpty || !headers.isEmpty else { return [] }
        if eventType == .updated { content.prepend("✏️ ") }
        if let name = WebhookMessage.name(author.name) {
            content.prepend("\(name): ", asMarkup: Markup("b", TextRange(0, name.utf16.count)))
        }
        return MessageSplitter().parts(of: withHeaders(content)).enumerated().map { index, part in
            var message = ContentJSON.object(of: part.content)
            if index == 0, !images.isEmpty { message["images"] = .array(images.map(Self.image)) }
            return ["type": "hook", "message": .object(message)]
        }
    }

    private static func image(_ file: Attachment) -> JSONValue {
        [
            "fn": .string(file.filename), "sz": .integer(Int64(file.sizeInBytes)), "url": .string(file.url),
            "ft": .string(file.mediaType), "w": .integer(Int64(file.width)), "h": .integer(Int64(file.height)),
        ]
    }

    private var standard: JSONValue {
        var data: [String: JSONValue] = [
            "id": .string(message), "channel": .string("\(channel)"), "clan": .string("\(clan)"),
            "author": .object([
                "id": .string("\(author.id)"), "name": .string(author.name), "avatar": .string(author.avatar),
            ]),
            "reply_to": replyTo.map(JSONValue.string) ?? .null,
        ]
        switch eventType {
        case .created, .updated:
            let content = withHeaders(content).content
            data["text"] = .string(content.text)
            data["markup"] = .array(content.markup.map(Self.json))
            data["attachments"] = .array(attachments.map(Self.json))
        case .reacted, .unreacted: data["emoji"] = emoji.map(JSONValue.string)
        case .deleted: break
        }
        return ["type": .string(eventType.rawValue), "timestamp": .string(at.formatted(.iso8601)), "data": .object(data)]
    }

    private static func json(_ markup: Markup) -> JSONValue {
        var object = markup.attributes
        object["type"] = .string(markup.kind)
        object["start"] = .integer(Int64(markup.range.start))
        object["end"] = .integer(Int64(markup.range.end))
        return .object(object)
    }

    private static func json(_ attachment: Attachment) -> JSONValue {
        [
            "url": .string(attachment.url), "filename": .string(attachment.filename), "type": .string(attachment.mediaType),
            "size": .integer(Int64(attachment.sizeInBytes)),
        ]
    }

    /// Returns the text with the attachments' URLs in a chat style; nil if there is zeroWidthSpace to send.
    private func chatText(_ style: WebhookTarget.Style) -> String? {
        guard eventType == .created || eventType == .updated else { return nil }
        let lines = [content.text] + attachments.map(\.url)
        let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        guard !text.isEmpty || !headers.isEmpty else { return nil }
        return Self.neutralized(withHeaders(Content(eventType == .updated ? "✏️ " + text : text)).content.text, style)
    }

    /// Returns the content with the headers before it.
    private func withHeaders(_ content: Content) -> Draft {
        var draft = Draft(content)
        draft.prepend(headers: headers)
        return draft
    }

    /// Escapes a text so that it mentions no user and no link hides its address.
    private static func neutralized(_ text: String, _ style: WebhookTarget.Style) -> String {
        let zeroWidthSpace = "\u{200B}"
        switch style {
        case .standard, .mezon: return text
        // Discord mentions no one outside `allowed_mentions`.
        case .discord: return text.replacing("](", with: "]\(zeroWidthSpace)(")
        case .slack, .mattermost:
            let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            guard style == .mattermost else { return escaped }
            return escaped.replacing("@", with: "@\(zeroWidthSpace)").replacing("](", with: "]\(zeroWidthSpace)(")
        }
    }

    private func attributed(_ text: String) -> JSONValue {
        var object: [String: JSONValue] = ["text": .string(text)]
        object["username"] = WebhookMessage.name(author.name).map(JSONValue.string)
        object["icon_url"] = WebhookMessage.address(.string(author.avatar)).map(JSONValue.string)
        return .object(object)
    }

    private func discord(_ text: String) -> JSONValue {
        var object: [String: JSONValue] = ["content": .string(text), "allowed_mentions": ["parse": []]]
        object["username"] = WebhookMessage.name(author.name).map { .string(Self.nameForDiscord($0)) }
        object["avatar_url"] = WebhookMessage.address(.string(author.avatar)).map(JSONValue.string)
        return .object(object)
    }

    /// Returns a name that Discord accepts: it refuses names that contain its own or its bot's, and those that mention everyone.
    private static func nameForDiscord(_ name: String) -> String {
        var name = name
        for word in ["discord", "clyde"] {
            while let range = name.range(of: word, options: .caseInsensitive) {
                name.insert("\u{2009}", at: name.index(after: range.lowerBound))
            }
        }
        if ["everyone", "here"].contains(name.lowercased()) { name += "\u{2009}." }
        return MarkupBuilder.beginning(of: name, units: WebhookMessage.maxNameLength)
    }

    /// Splits a text after a line, otherwise after a word, otherwise between two characters.
    static func parts(of text: String, units: Int) -> [String] {
        var parts: [String] = []
        var rest = Substring(text)
        while rest.utf16.count > units {
            var part = MarkupBuilder.beginning(of: rest, units: units)
            // A single character that exceeds the limit is cut between its scalars.
            if part.isEmpty { part = String(String.UnicodeScalarView(rest.unicodeScalars.prefix(units / 2))) }
            let second = part.index(part.startIndex, offsetBy: part.count / 2)
            let end = part[second...].lastIndex(where: \.isNewline) ?? part[second...].lastIndex(where: \.isWhitespace)
            if let end { part = String(part[...end]) }
            parts.append(part)
            rest = Substring(rest.unicodeScalars.dropFirst(part.unicodeScalars.count))
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }

    private static func bytes(_ json: JSONValue) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(json))
        } catch {
            preconditionFailure("JSON can be written as JSON: \(error)")
        }
    }
}
