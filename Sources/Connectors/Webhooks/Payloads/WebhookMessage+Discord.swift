import ChatModel
import ConnectorKit

/// Decoding of Discord's format: https://discord.com/developers/docs/resources/webhook#execute-webhook
extension WebhookMessage {
    static func discord(_ object: [String: JSONValue]) -> WebhookMessage {
        var text = MarkupBuilder()
        var pictures: [Attachment] = []
        if let content = object["content"]?.string { text.append(line: MarkupParser.parse(content, .markdown)) }
        for embed in object["embeds"]?.array?.prefix(10) ?? [] { add(embed: embed.object ?? [:], to: &text, &pictures) }
        return WebhookMessage(content: text.content, attachments: Array(pictures.prefix(maxAttachments)))
    }

    private static func add(embed: [String: JSONValue], to text: inout MarkupBuilder, _ pictures: inout [Attachment]) {
        text.append(line: MarkupParser.parse(embed["author"]?.object?["name"]?.string ?? "", .plain))
        var title = bold(MarkupParser.parse(embed["title"]?.string ?? "", .plain))
        if let address = address(embed["url"]) {
            let isAlone = title.isEmpty
            if !isAlone { title.append(" (") }
            title.append(address, as: "lk")
            if !isAlone { title.append(")") }
        }
        text.append(line: title)
        text.append(line: MarkupParser.parse(embed["description"]?.string ?? "", .markdown))
        for field in embed["fields"]?.array?.prefix(25) ?? [] {
            text.append(line: named(field.object?["name"], MarkupParser.parse(field.object?["value"]?.shown ?? "", .markdown)))
        }
        text.append(line: MarkupParser.parse(embed["footer"]?.object?["text"]?.string ?? "", .plain))
        for key in ["image", "thumbnail"] {
            if let address = address(embed[key]?.object?["url"]) { pictures.append(picture(address)) }
        }
    }
}
