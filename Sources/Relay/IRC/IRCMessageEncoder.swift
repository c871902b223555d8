import MezonModel

/// A draft as it is said on IRC: who speaks before each line, what it answers where the network cannot show that, addresses for files.
struct IRCMessageEncoder {
    private static let mostLines = 24  // What follows is counted.
    private static let mostOfAll = 4096  // A message of Mezon's longest that is all line ends.
    private static let longestName = 48  // Characters.
    private static let longestQuote = 60  // Characters.

    private let content: Content
    private let name: String?
    /// What stands before the first line, the name included.
    private let headers: String

    /// - Parameters:
    ///   - face: who speaks; nil for the bot itself.
    ///   - reference: what it answers, where a reader has to be told in words.
    ///   - headers: as they are written; left out where they would fill half a line and more.
    init(_ draft: Draft, as face: RelayedMessage.DisplayProfile?, answering reference: Reference?, behind headers: String = "") {
        var content = draft.content
        if let reference, !reference.content.text.isEmpty {
            let quoted = reference.content.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            let short = quoted.count > Self.longestQuote ? quoted.prefix(Self.longestQuote) + "…" : quoted[...]
            content.prepend("> \(short)\n")
        }
        for attachment in draft.attachments {
            content.text += (content.text.isEmpty ? "" : "\n") + "\(attachment.filename) \(attachment.url)"
        }
        self.content = content.withoutControls
        self.headers = Content(headers).withoutControls.text
        name = face.map { face in
            // Nobody can end their name and go on as somebody else.
            let name = face.name.map { $0 == "<" ? "‹" : $0 == ">" ? "›" : $0 }
            return Content(String(name.prefix(Self.longestName))).withoutControls.text
        }
    }

    /// - Parameter nicks: those who are not to be called by it.
    /// - Throws: `IRCSplitter.Problem`.
    func lines(bytes: Int, sparing nicks: IRCNicks) throws(IRCSplitter.SplitError) -> [IRCText] {
        let lead = name.map { "<\(nicks.neutralised($0))> " } ?? ""
        let front = headers.utf8.count <= (bytes - lead.utf8.count) / 2 ? headers : ""
        let lines = try IRCSplitter(bytes: bytes, mostLines: Self.mostOfAll)
            .lines(of: content.sparing(nicks), lead: lead, front: front)
        if lines.isEmpty, !front.isEmpty { return [IRCText(front + lead)] }
        guard lines.count > Self.mostLines else { return lines }
        let shown = lines.prefix(Self.mostLines - 1)
        return shown + [IRCText("\(lead)… \(lines.count - shown.count) more lines")]
    }
}

extension Content {
    /// The same with a space for each sign that would not be sent, so that a name with one inside is seen as it will stand there.
    fileprivate var withoutControls: Content {
        var content = self
        content.text = String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isSent($0) ? $0 : " " }))
        return content
    }

    private static func isSent(_ scalar: Unicode.Scalar) -> Bool {
        !IRCStyledText.isControl(scalar) || Character(scalar).isNewline || scalar == "\t"
    }

    /// The same in which nobody of these is called, with every mark where it was.
    fileprivate func sparing(_ nicks: IRCNicks) -> Content {
        let breaks = nicks.breaks(in: text).map { $0.utf16Offset(in: text) }
        guard !breaks.isEmpty else { return self }
        var content = self
        content.text = nicks.neutralised(text)
        for index in content.markup.indices {
            let range = content.markup[index].range
            content.markup[index].range = TextRange(
                range.start + breaks.count { $0 < range.start }, range.end + breaks.count { $0 < range.end })
        }
        return content
    }
}
