/// All that is left of the message, over several lines if need be.
public struct RemainingText: Argument, Hashable {
    public var text: String
    /// Those within it, with ranges of this text.
    public var mentions: [Mention]

    public static var label: LocalizedText { LocalizedText("text", vi: "nội dung") }
    public static var expects: LocalizedText { LocalizedText("some words", vi: "một vài lời") }
    public static func usage(of label: String) -> String { "<\(label)…>" }
    public static var isLast: Bool { true }

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
