import ChatModel
import ConnectorKit
import Foundation
import MezonClient

extension WebhookMessage {
    static let maxNameLength = 80
    static let maxAttachments = 10
    private static let maxJSONLength = 1500
    private static let maxURLLength = 2048

    /// Decodes a webhook: GitHub's events, the formats of Slack, Mattermost and Discord, and plain text. Any other JSON is shown as it is.
    package init(_ call: InboundWebhook) throws(WebhookBodyError) {
        let body = try WebhookBody(call.body, contentType: call.headers["content-type"])
        self.init(body, event: call.headers["x-github-event"])
    }

    /// - Parameter event: The name of a GitHub event.
    package init(_ body: WebhookBody, event: String? = nil) {
        switch body {
        case .text(let text): self.init(content: MarkupParser.parse(text, .plain).content)
        case .json(let json): self.init(json, event: event)
        }
    }

    private init(_ json: JSONValue, event: String?) {
        if let event, let object = json.object {
            self = GitHubEvent(event, object).message
        } else if let object = json.object, let message = Self.summary(in: object) {
            self = message
        } else if let text = json.string {
            self.init(content: MarkupParser.parse(text, .plain).content)
        } else {
            self.init(content: Self.shown(json))
        }
        self.json = json
    }

    private static func summary(in object: [String: JSONValue]) -> WebhookMessage? {
        let isDiscords = object["embeds"]?.array != nil || object["text"]?.string == nil && object["content"]?.string != nil
        var message = isDiscords ? discord(object) : slack(object)
        guard !message.content.text.isEmpty || !message.attachments.isEmpty else { return nil }
        message.author = name(["username", "author", "name"].lazy.compactMap { object[$0]?.string }.first)
        message.avatar = ["avatar_url", "icon_url"].lazy.compactMap { address(object[$0]) }.first
        return message
    }

    /// Returns a name on one line and shortened; nil for none.
    static func name(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        return line.isEmpty ? nil : MarkupBuilder.beginning(of: line, units: maxNameLength)
    }

    /// Returns a web address that a client may open; nil for anything else.
    static func address(_ value: JSONValue?) -> String? {
        guard let text = value?.string, text.utf8.count <= maxURLLength, CheckedURL(text) != nil else { return nil }
        return text
    }

    static func picture(_ address: String) -> Attachment {
        Attachment(filename: "image", url: address, mediaType: "image")
    }

    /// Formats JSON compactly in a code block, shortened if it is long.
    private static func shown(_ json: JSONValue) -> Content {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text: String
        do {
            text = String(decoding: try encoder.encode(json), as: UTF8.self)
        } catch {
            text = "\(json)"
        }
        if text.utf16.count > maxJSONLength { text = MarkupBuilder.beginning(of: text, units: maxJSONLength - 1) + "…" }
        return Content(text, markup: [Markup("pre", TextRange(0, text.utf16.count))])
    }
}
