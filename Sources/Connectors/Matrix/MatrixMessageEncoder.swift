import ChatModel
import Delivery

/// Encodes a draft as the content of a Matrix event.
struct MatrixMessageEncoder {
    /// The key of the delivery's idempotency key in the content, by which a message is found whatever the server remembers.
    static let idempotencyKeyField = "ai.mezon.ticket"

    // A whole event may have 65 536 bytes, including its ids and signatures.
    private static let maxBytes = 60_000
    private static let maxNameLength = 48  // Characters.

    private let content: Content
    /// The file that the message shows; the text becomes its caption.
    private let file: Attachment?
    private let face: RelayedMessage.DisplayProfile?
    private let author: UserID?
    /// The headers as written, before all other text.
    private let headers: String?

    /// - Parameter relayed: The relayed message whose author is shown; nil for the bot itself.
    init(_ draft: Draft, of relayed: RelayedMessage?) {
        var content = draft.content
        file = draft.attachments.first { $0.matrixFields != nil }
        for attachment in draft.attachments where attachment != file {
            content.text += (content.text.isEmpty ? "" : "\n") + "\(attachment.filename) \(attachment.url)"
        }
        self.content = content.withoutControls
        face = relayed?.face.map { face in
            let name = Content(String(face.name.prefix(Self.maxNameLength))).withoutControls.text
            return RelayedMessage.DisplayProfile(
                name.split(whereSeparator: \.isWhitespace).joined(separator: " "), avatar: face.avatar)
        }
        author = relayed?.author
        headers = (relayed?.headers).map { Content($0).withoutControls.text }
    }

    var isEmpty: Bool { content.text.isEmpty && file == nil && (headers ?? "").isEmpty }

    /// Returns the content of a new message.
    ///
    /// - Parameter answered: The event id of the message that it replies to.
    func message(answering answered: String?, idempotencyKey: String) throws(SendError) -> [String: JSONValue] {
        try withinLimit { isPlain in
            var fields = textFields(isPlain: isPlain)
            fields[Self.idempotencyKeyField] = .string(idempotencyKey)
            if let answered { fields["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(answered)]] }
            return fields
        }
    }

    /// Returns the content of an edit, with a fallback for clients that do not support edits.
    func edit(of event: String, idempotencyKey: String) throws(SendError) -> [String: JSONValue] {
        try withinLimit { isPlain in
            let new = textFields(isPlain: isPlain)
            var fields = new
            for key in ["body", "formatted_body"] { fields[key] = fields[key]?.string.map { .string("* \($0)") } }
            fields["m.new_content"] = .object(new)
            fields["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(event)]
            fields[Self.idempotencyKeyField] = .string(idempotencyKey)
            return fields
        }
    }

    /// Returns the content with formatting, or without it if it would be too large.
    private func withinLimit(_ encode: (_ isPlain: Bool) -> [String: JSONValue]) throws(SendError) -> [String: JSONValue] {
        var actual = 0
        for isPlain in [false, true] {
            let fields = encode(isPlain)
            actual = MatrixRequest.bytes(.object(fields)).count
            if actual <= Self.maxBytes { return fields }
        }
        throw .refused(code: 413, "the message has \(actual) bytes; Matrix allows at most \(Self.maxBytes)")
    }

    /// Returns the text fields. The author's name precedes the text in bold, and is repeated in the field from which clients show
    /// per-message profiles. No one is mentioned.
    private func textFields(isPlain: Bool) -> [String: JSONValue] {
        let namePrefix = face.map { "\($0.name): " } ?? ""
        // A user's name must not look like a header.
        let headerText = face == nil && headers == nil ? "" : MessageHeader.front(headers ?? "", of: namePrefix + content.text)
        let prefix = headerText + namePrefix
        var fields: [String: JSONValue] = [
            // The bot's own messages are notices, so that other bots ignore them.
            "msgtype": face == nil ? "m.notice" : "m.text", "body": .string(prefix + content.text), "m.mentions": [:],
        ]
        if let shown = file?.matrixFields {
            fields.merge(shown) { $1 }
            if prefix.isEmpty, content.text.isEmpty { fields["body"] = shown["filename"] }
        }
        if let face {
            fields["com.beeper.per_message_profile"] = [
                "id": .string("\(author ?? 0)"), "displayname": .string(face.name), "has_fallback": true,
            ]
        }
        let html = isPlain ? nil : MatrixHTMLConverter.html(of: content)
        if html != nil || face != nil && !isPlain {
            let name = face.map { "<strong data-mx-profile-fallback>\(Self.escaped($0.name)): </strong>" } ?? ""
            fields["format"] = "org.matrix.custom.html"
            fields["formatted_body"] = .string(Self.escaped(headerText) + name + (html ?? Self.escaped(content.text)))
        }
        return fields
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "<br>"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Content {
    /// The content with a space for each control character that is not allowed in text.
    fileprivate var withoutControls: Content {
        guard text.unicodeScalars.contains(where: Self.isControl) else { return self }
        var content = self
        content.text = String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isControl($0) ? " " : $0 }))
        return content
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || (0x7F...0x9F).contains(scalar.value)
    }
}
