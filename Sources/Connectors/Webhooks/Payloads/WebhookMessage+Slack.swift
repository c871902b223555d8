import ChatModel
import ConnectorKit

/// Decoding of Slack's and Mattermost's format: https://api.slack.com/reference/surfaces/formatting
extension WebhookMessage {
    static func slack(_ object: [String: JSONValue]) -> WebhookMessage {
        var text = MarkupBuilder()
        var pictures: [Attachment] = []
        if let content = (object["text"] ?? object["message"])?.string { text.append(line: MarkupParser.parse(content, .slack)) }
        // If there are blocks, Slack's clients use the text only in notifications.
        if let blocks = object["blocks"]?.array {
            var shown = MarkupBuilder()
            for block in blocks.prefix(50) { add(block.object ?? [:], to: &shown, &pictures) }
            if !shown.isEmpty { text = shown }
        }
        for attachment in object["attachments"]?.array?.prefix(20) ?? [] {
            add(attached: attachment.object ?? [:], to: &text, &pictures)
        }
        return WebhookMessage(content: text.content, attachments: Array(pictures.prefix(maxAttachments)))
    }

    private static func add(_ block: [String: JSONValue], to text: inout MarkupBuilder, _ pictures: inout [Attachment]) {
        switch block["type"]?.string {
        case "header": text.append(line: bold(words(block["text"])))
        case "image":
            if let address = address(block["image_url"]) { pictures.append(picture(address)) }
        case "divider": text.append(line: MarkupParser.parse("———", .plain))
        default:
            text.append(line: words(block["text"]))
            for field in block["fields"]?.array?.prefix(20) ?? [] { text.append(line: words(field)) }
            for element in block["elements"]?.array?.prefix(20) ?? [] {
                add(element: element.object ?? [:], to: &text, &pictures)
            }
        }
    }

    private static func add(element: [String: JSONValue], to text: inout MarkupBuilder, _ pictures: inout [Attachment]) {
        if element["type"]?.string == "image", let address = address(element["image_url"]) {
            return pictures.append(picture(address))
        }
        if element["elements"] != nil { return text.append(line: rich(element, depth: 0)) }
        text.append(line: words(.object(element)))
        // A button becomes a link, or its label if it has none.
        if element["type"]?.string == "button" {
            var link = words(element["text"])
            if let address = address(element["url"]) { link.append(link.isEmpty ? "" : " "); link.append(address, as: "lk") }
            text.append(line: link)
        }
    }

    /// Returns the text of a text object or a plain string.
    private static func words(_ value: JSONValue?) -> MarkupBuilder {
        if let text = value?.string { return MarkupParser.parse(text, .slack) }
        guard let object = value?.object, let text = object["text"]?.string else { return MarkupBuilder() }
        return MarkupParser.parse(text, object["type"]?.string == "plain_text" ? .plain : .slack)
    }

    /// Returns the text of a rich text block.
    private static func rich(_ section: [String: JSONValue], depth: Int) -> MarkupBuilder {
        var text = MarkupBuilder()
        guard depth < 4 else { return text }
        for element in section["elements"]?.array?.prefix(200) ?? [] {
            guard let object = element.object else { continue }
            switch object["type"]?.string {
            case "text":
                let style = object["style"]?.object
                let kind = [("code", "c"), ("bold", "b")].first { style?[$0.0] == .bool(true) }?.1
                // Mezon has no strikethrough, so the text is written between `~~`.
                let sign = kind != "c" && style?["strike"] == .bool(true) ? "~~" : ""
                text.append(sign)
                text.append(object["text"]?.string ?? "", as: kind)
                text.append(sign)
            case "link":
                if let address = address(object["url"]) { text.append(object["text"]?.string ?? "", linkedTo: address) }
            case "emoji": text.append(":\(object["name"]?.string ?? ""):")
            case "user", "usergroup", "channel", "broadcast":
                text.append("@\((object["user_id"] ?? object["channel_id"] ?? object["range"])?.string ?? "")")
            default: text.append(line: rich(object, depth: depth + 1))
            }
        }
        return text
    }

    private static func add(
        attached: [String: JSONValue], to text: inout MarkupBuilder, _ pictures: inout [Attachment]
    ) {
        let hasMore = ["title", "text", "fields", "pretext", "blocks"].contains { attached[$0] != nil }
        text.append(line: words(attached["pretext"]))
        if let title = attached["title"]?.string {
            var line = bold(MarkupParser.parse(title, .plain))
            if let address = address(attached["title_link"]) {
                line.append(" (")
                line.append(address, as: "lk")
                line.append(")")
            }
            text.append(line: line)
        }
        text.append(line: words(attached["text"]))
        for field in attached["fields"]?.array?.prefix(25) ?? [] {
            text.append(line: named(field.object?["title"], MarkupParser.parse(field.object?["value"]?.shown ?? "", .slack)))
        }
        for block in attached["blocks"]?.array?.prefix(50) ?? [] { add(block.object ?? [:], to: &text, &pictures) }
        if !hasMore, let fallback = attached["fallback"] { text.append(line: words(fallback)) }
        for key in ["image_url", "thumb_url"] {
            if let address = address(attached[key]) { pictures.append(picture(address)) }
        }
    }

    static func bold(_ text: MarkupBuilder) -> MarkupBuilder {
        var bold = MarkupBuilder()
        bold.append(text.content.text, as: "b")
        return bold
    }

    /// Formats `name: value` with the name in bold.
    static func named(_ name: JSONValue?, _ value: MarkupBuilder) -> MarkupBuilder {
        var line = MarkupBuilder()
        if let name = name?.string, !name.isEmpty {
            line.append(name, as: "b")
            line.append(": ")
        }
        line.append(line: value, after: "")
        return line
    }
}

extension JSONValue {
    /// A readable form of a string, number or Boolean value; nil for others.
    var shown: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .bool(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }
}
