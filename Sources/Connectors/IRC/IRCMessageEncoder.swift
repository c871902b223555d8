import ChatModel

/// Encodes a draft as IRC lines: the author's name before each line, a quote if the network cannot show replies, and URLs for files.
struct IRCMessageEncoder {
    private static let maxLines = 24  // Further lines are only counted.
    private static let maxSplitLines = 4096  // A Mezon message of maximum length that consists of line breaks.
    private static let maxNameLength = 48  // Characters.
    private static let maxQuoteLength = 60  // Characters.

    private let content: Content
    private let name: String?
    /// The text before the first line, including the name.
    private let headers: String

    /// - Parameters:
    ///   - face: The relayed author; nil for the bot itself.
    ///   - reference: The message that it replies to, if the reply has to be shown as a quote.
    ///   - headers: The headers as written; left out if they would fill more than half a line.
    init(_ draft: Draft, as face: RelayedMessage.DisplayProfile?, answering reference: Reference?, behind headers: String = "") {
        var content = draft.content
        if let reference, !reference.content.text.isEmpty {
            let quoted = reference.content.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            let short = quoted.count > Self.maxQuoteLength ? quoted.prefix(Self.maxQuoteLength) + "…" : quoted[...]
            content.prepend("> \(short)\n")
        }
        for attachment in draft.attachments {
            content.text += (content.text.isEmpty ? "" : "\n") + "\(attachment.filename) \(attachment.url)"
        }
        self.content = content.withoutControls
        self.headers = Content(headers).withoutControls.text
        name = face.map { face in
            // A user must not be able to close the brackets around the name and impersonate another user.
            let name = face.name.map { $0 == "<" ? "‹" : $0 == ">" ? "›" : $0 }
            return Content(String(name.prefix(Self.maxNameLength))).withoutControls.text
        }
    }

    /// Encodes the lines.
    ///
    /// - Parameter nicks: The nicks that must not be highlighted.
    /// - Throws: `IRCSplitter.SplitError`.
    func lines(bytes: Int, sparing nicks: IRCNicks) throws(IRCSplitter.SplitError) -> [IRCText] {
        let lead = name.map { "<\(nicks.withoutHighlights($0))> " } ?? ""
        let front = headers.utf8.count <= (bytes - lead.utf8.count) / 2 ? headers : ""
        let lines = try IRCSplitter(bytes: bytes, maxLines: Self.maxSplitLines)
            .lines(of: content.withoutHighlights(of: nicks), lead: lead, front: front)
        if lines.isEmpty, !front.isEmpty { return [IRCText(front + lead)] }
        guard lines.count > Self.maxLines else { return lines }
        let shown = lines.prefix(Self.maxLines - 1)
        return shown + [IRCText("\(lead)… \(lines.count - shown.count) more lines")]
    }
}

extension Content {
    /// The content with a space for each control character that would not be sent, so that a nick with one inside is compared as it will
    /// appear.
    fileprivate var withoutControls: Content {
        var content = self
        content.text = String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isSent($0) ? $0 : " " }))
        return content
    }

    private static func isSent(_ scalar: Unicode.Scalar) -> Bool {
        !IRCStyledText.isControl(scalar) || Character(scalar).isNewline || scalar == "\t"
    }

    /// Returns the content with the given nicks broken so that they highlight no user, and with its markup ranges adjusted.
    fileprivate func withoutHighlights(of nicks: IRCNicks) -> Content {
        let breaks = nicks.breaks(in: text).map { $0.utf16Offset(in: text) }
        guard !breaks.isEmpty else { return self }
        var content = self
        content.text = nicks.withoutHighlights(text)
        for index in content.markup.indices {
            let range = content.markup[index].range
            content.markup[index].range = TextRange(
                range.start + breaks.count { $0 < range.start }, range.end + breaks.count { $0 < range.end })
        }
        return content
    }
}
