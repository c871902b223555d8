import ChatModel

/// The HTML style of each character of a content, read from its beginning.
struct MatrixHTMLStyleIterator {
    struct Style: Hashable {
        var isBold = false
        var isCode = false
        /// The indices of the code block and of the link that contain the character.
        var block: Int?
        var link: Int?
    }

    private(set) var blocks = RangeCursor<String?>()
    private(set) var links = RangeCursor<String>()
    private var bold = RangeCursor<Void>()
    private var code = RangeCursor<Void>()
    private var hidden = RangeCursor<Void>()

    init(_ content: Content) {
        for markup in content.markup {
            let range = markup.range
            switch markup.kind {
            case "b": bold.add(range)
            case "c": code.add(range)
            case "pre": blocks.add(range, markup.attributes["language"]?.string.flatMap(Self.language))
            case "s", "t":
                // Older kinds, whose range includes backquotes that clients hide (Documentation/Protocol.md §3.1).
                let width = markup.kind == "s" ? 1 : 3
                guard range.start >= 0, range.end > range.start, range.length > 2 * width else { continue }
                let inner = TextRange(range.start + width, range.end - width)
                if markup.kind == "s" { code.add(inner) } else { blocks.add(inner, nil) }
                hidden.add(TextRange(range.start, inner.start))
                hidden.add(TextRange(inner.end, range.end))
            case "lk", "vk", "lk_yt", "lk_fb", "lk_tt":
                guard let text = range.slice(of: content.text), let address = Self.address(text) else { continue }
                links.add(range, address)
            default: continue
            }
        }
        bold.sort()
        code.sort()
        blocks.sort()
        links.sort()
        hidden.sort()
    }

    /// Returns the style at a position; nil if the character is hidden.
    ///
    /// - Parameter unit: The position in UTF-16 units, not less than in the previous call.
    mutating func style(at unit: Int) -> Style? {
        guard hidden.index(of: unit) == nil else { return nil }
        if let block = blocks.index(of: unit) { return Style(block: block) }
        return Style(isBold: bold.index(of: unit) != nil, isCode: code.index(of: unit) != nil, link: links.index(of: unit))
    }

    /// Returns the web address of a link. An address that a Matrix client would show as a mention stays text, because the author did not
    /// intend one.
    private static func address(_ text: Substring) -> String? {
        guard case .web(let address)? = MatrixLink(String(text)), !MatrixLink.isName(address) else { return nil }
        return address
    }

    private static func language(_ name: String) -> String? {
        let isWord = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "+-#._".unicodeScalars.contains($0)
        }
        return (1...32).contains(name.utf8.count) && isWord ? name : nil
    }
}
