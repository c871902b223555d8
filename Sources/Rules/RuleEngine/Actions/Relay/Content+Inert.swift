import ChatModel

extension Content {
    private static let emoji = "ej"
    private static let maxEmbedLines = 20

    /// The content without anything that would notify users or be interactive when another account posts it. The texts of embeds
    /// are appended below the text. Web addresses stay links, because each shows its destination.
    var inert: Content {
        let texts = contact.map { [$0.text] } ?? embedTexts + addressesOfEmbeds + poll
        let lines = texts.filter { !$0.isEmpty }.prefix(Self.maxEmbedLines)
        var content = Content(([text] + lines).filter { !$0.isEmpty }.joined(separator: "\n"))
        content.markup = markup.filter { !$0.kind.hasPrefix("lk") && $0.kind != "vk" }
        content.markup += addresses.filter { Self.isAddress($0.slice(of: text)) }.map { Markup("lk", $0) }
        let start = text.isEmpty ? 0 : text.utf16.count + 1
        let below = lines.joined(separator: "\n")
        content.markup += URLFinder.ranges(in: below).map { Markup("lk", $0.moved(by: start)) }
        content.extras = extras.filter { $0.key == Self.emoji }
        return content
    }

    /// The ranges of links, from the markup or from the key that older clients use.
    private var addresses: [TextRange] {
        let old = (extras["lk"]?.array ?? []).prefix(100).compactMap { markup -> TextRange? in
            guard let start = markup.object?["s"]?.integer, let end = markup.object?["e"]?.integer else { return nil }
            return Int(exactly: start).flatMap { start in Int(exactly: end).map { TextRange(start, $0) } }
        }
        var seen: Set<TextRange> = []
        return (markup.filter { $0.kind.hasPrefix("lk") }.map(\.range) + old).filter { seen.insert($0).inserted }
    }

    private static func isAddress(_ text: Substring?) -> Bool {
        guard let text = text?.lowercased() else { return false }
        return ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
            && !text.contains(where: \.isWhitespace)
    }

    private var addressesOfEmbeds: [String] {
        (extras["embed"]?.array ?? []).prefix(10).compactMap { $0.object?["url"]?.string }.filter { Self.isAddress($0[...]) }
    }

    /// The question of a poll, followed by its answers.
    private var poll: [String] {
        guard let question = extras["question"]?.string else { return [] }
        return [question]
            + (extras["answers"]?.array ?? []).prefix(10).compactMap { $0.object?["label"]?.string }.map { "• \($0)" }
    }
}
