import MezonModel

/// What a message of Matrix says.
struct MatrixMessage: Hashable {
    var content: Content
    var attachments: [Attachment] = []

    /// Messages that programs exchange to trust each other.
    private static let wordless = "m.key.verification."
    private static let files: Set<String> = ["m.image", "m.file", "m.video", "m.audio"]

    /// `nil` where there is nothing in it for a person.
    ///
    /// - Parameter isAnswer: whether it may begin with a quote of what it answers, for clients that know no answers.
    init?(_ fields: [String: JSONValue], of type: String, isAnswer: Bool) {
        let body = fields["body"]?.string ?? ""
        let kind = type == "m.sticker" ? "m.image" : fields["msgtype"]?.string ?? ""
        guard !kind.hasPrefix(Self.wordless) else { return nil }
        if Self.files.contains(kind), let file = Self.file(fields, body) {
            // With a name of its own beside it, the body is what is said about the file.
            let name = fields["filename"]?.string
            content = name == nil || name == body ? Content("") : Self.words(fields, body)
            attachments = [file]
            return
        }
        var content = Self.words(fields, isAnswer ? Self.unquoted(body) : body)
        guard !content.text.isEmpty else { return nil }
        if kind == "m.emote" { content.prepend("* ") }
        self.content = content
    }

    private static func words(_ fields: [String: JSONValue], _ body: String) -> Content {
        let isFormatted = fields["format"]?.string == "org.matrix.custom.html"
        return MatrixHTMLConverter.content(html: isFormatted ? fields["formatted_body"]?.string : nil, body: body)
    }

    /// Without the lines that quote, and the empty one behind them.
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

    /// The last part of a path, without signs that are not seen.
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
