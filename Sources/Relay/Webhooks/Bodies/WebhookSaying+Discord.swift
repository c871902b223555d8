import MezonModel

/// As Discord takes it: https://discord.com/developers/docs/resources/webhook#execute-webhook
extension WebhookSaying {
    static func discord(_ object: [String: JSONValue]) -> WebhookSaying {
        var text = MarkedText()
        var pictures: [Attachment] = []
        if let said = object["content"]?.string { text.append(line: MarkupReader.read(said, .markdown)) }
        for embed in object["embeds"]?.array?.prefix(10) ?? [] { add(embed: embed.object ?? [:], to: &text, &pictures) }
        return WebhookSaying(content: text.content, attachments: Array(pictures.prefix(mostAttachments)))
    }

    private static func add(embed: [String: JSONValue], to text: inout MarkedText, _ pictures: inout [Attachment]) {
        text.append(line: MarkupReader.read(embed["author"]?.object?["name"]?.string ?? "", .plain))
        var title = bold(MarkupReader.read(embed["title"]?.string ?? "", .plain))
        if let address = address(embed["url"]) {
            let isAlone = title.isEmpty
            if !isAlone { title.append(" (") }
            title.append(address, as: "lk")
            if !isAlone { title.append(")") }
        }
        text.append(line: title)
        text.append(line: MarkupReader.read(embed["description"]?.string ?? "", .markdown))
        for field in embed["fields"]?.array?.prefix(25) ?? [] {
            text.append(line: named(field.object?["name"], MarkupReader.read(field.object?["value"]?.shown ?? "", .markdown)))
        }
        text.append(line: MarkupReader.read(embed["footer"]?.object?["text"]?.string ?? "", .plain))
        for key in ["image", "thumbnail"] {
            if let address = address(embed[key]?.object?["url"]) { pictures.append(picture(address)) }
        }
    }
}
