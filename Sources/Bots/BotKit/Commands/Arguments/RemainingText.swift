/// The rest of the message, which may span several lines.
public struct RemainingText: Argument, Hashable {
    /// The text without surrounding whitespace.
    public var text: String
    /// The mentions in the text, with ranges relative to it.
    public var mentions: [Mention]

    /// The label `text`.
    public static var label: LocalizedText { LocalizedText("text", vi: "nội dung") }
    /// The phrase "some words".
    public static var expects: LocalizedText { LocalizedText("some words", vi: "một vài lời") }
    /// Returns the label with an ellipsis: `<label…>`.
    public static func usage(of label: String) -> String { "<\(label)…>" }
    /// True: the argument consumes all remaining words.
    public static var isLast: Bool { true }

    /// Reads the remaining text; returns nil if there is none.
    public static func read(_ reader: inout ArgumentReader) -> RemainingText? {
        let text = reader.text
        guard let rest = reader.rest() else { return nil }
        let mentions = (rest.range.start..<rest.range.end).compactMap { position -> Mention? in
            guard let atom = text.atom(at: position), atom.end <= rest.range.end, case .mention(var mention) = atom.kind else {
                return nil
            }
            mention.range = mention.range.moved(by: -rest.range.start)
            return mention
        }
        return RemainingText(text: rest.text, mentions: mentions)
    }
}
