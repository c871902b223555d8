import ChatModel

/// The decoded content of a Matrix message.
struct MatrixMessage: Hashable {
    var content: Content
    var attachments: [Attachment] = []

    /// The prefix of messages that clients exchange to verify each other.
    private static let verificationPrefix = "m.key.verification."
    private static let files: Set<String> = ["m.image", "m.file", "m.video", "m.audio"]

    /// Decodes the content of an event; `nil` if it contains nothing for a reader.
    ///
    /// - Parameter isReply: A Boolean value that indicates whether the event is a reply and may begin with a quote, for clients without
    ///   replies.
    init?(_ fields: [String: JSONValue], of type: String, isReply: Bool) {
        let body = fields["body"]?.string ?? ""
        let kind = type == "m.sticker" ? "m.image" : fields["msgtype"]?.string ?? ""
        guard !kind.hasPrefix(Self.verificationPrefix) else { return nil }
        if Self.files.contains(kind), let file = Self.file(fields, body) {
            // If there is a separate file name, the body is a caption.
            let name = fields["filename"]?.string
            content = name == nil || name == body ? Content("") : Self.text(fields, body)
            attachments = [file]
            return
        }
        var content = Self.text(fields, isReply ? Self.unquoted(body) : body)
        guard !content.text.isEmpty else { return nil }
        if kind == "m.emote" { content.prepend("* ") }
        self.content = content
    }

    private static func text(_ fields: [String: JSONValue], _ body: String) -> Content {
        let isFormatted = fields["format"]?.string == "org.matrix.custom.html"
        return MatrixHTMLConverter.content(html: isFormatted ? fields["formatted_body"]?.string : nil, body: body)
    }

    /// Removes the quoted lines and the empty line behind them.
    private static func unquoted(_ body: String) -> String {
        guard body.hasPrefix("> ") else { return body }
        let rest = body.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix(">") }
        return rest.dropFirst(rest.first?.isEmpty == true ? 1 : 0).joined(separator: "\n")
    }

    private static func file(_ fields: [String: JSONValue], _ body: String) -> Attachment? {
        guard let address = fields["url"]?.string, address.hasPrefix("mxc://"), address.utf8.count <= 512,
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let given = fields["info"]?.object ?? [:]
        return Attachment(
            filename: name(fields["filename"]?.string ?? body), url: address, mediaType: mediaType(given["mimetype"]?.string),
            sizeInBytes: number(given["size"]), width: number(given["w"]), height: number(given["h"]))
    }

    private static func number(_ value: JSONValue?) -> Int { Int(clamping: min(max(0, value?.integer ?? 0), 1 << 40)) }

    /// Returns the last component of a path, without invisible characters.
    private static func name(_ text: String) -> String {
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" || $0.isNewline }).last ?? ""
        let scalars = last.unicodeScalars.filter {
            $0.value >= 0x20 && $0.value != 0x7F && $0.properties.generalCategory != .format
        }
        let name = String(String.UnicodeScalarView(scalars)).prefix(120)
        return name.isEmpty || name.allSatisfy { $0 == "." } ? "file" : String(name)
    }

    private static func mediaType(_ text: String?) -> String {
        guard let text, text.utf8.count <= 100 else { return "application/octet-stream" }
        let parts = text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        let isUsable =
            parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || ".+-".utf8.contains($0) }
            }
        return isUsable ? text.lowercased() : "application/octet-stream"
    }
}
