import ChatModel

/// Parses Matrix HTML into content.
struct MatrixHTMLParser {
    /// An open element and the effect of its end.
    private struct Element {
        enum End: Hashable {
            case nothing, style, container
            case list(next: Int?)
        }

        var name: String
        var end: End

        var isList: Bool { if case .list = end { true } else { false } }
    }

    private static let maxOpenElements = 64  // Matrix asks clients for 100; deeper nesting makes no visible difference.

    private var layout = MatrixTextLayout()
    private var open: [Element] = []
    /// The number of open elements beyond the depth limit.
    private var beyond = 0
    /// The element whose content is left out, and the number of open elements of its name.
    private var omitted: (name: String, depth: Int)?
    private var cells = 0

    static func content(of html: String) -> Content {
        var tokens = HTMLTokenizer(html)
        return content(of: &tokens)
    }

    static func content(of tokens: inout HTMLTokenizer) -> Content {
        var parser = MatrixHTMLParser()
        while !parser.layout.isFull, let token = tokens.next() { parser.handle(token, &tokens) }
        while !parser.open.isEmpty { parser.closeLast() }
        return parser.layout.content
    }

    /// Converts text without tags, keeping its line breaks.
    static func content(ofPlain text: String) -> Content {
        var layout = MatrixTextLayout()
        layout.open(.block(language: nil))
        layout.append(text)
        return layout.content
    }

    private mutating func handle(_ token: HTMLTokenizer.Token, _ tokens: inout HTMLTokenizer) {
        if let omitted {
            switch token {
            case .start(let tag) where tag.name == omitted.name: self.omitted = (omitted.name, omitted.depth + 1)
            case .end(omitted.name): self.omitted = omitted.depth > 1 ? (omitted.name, omitted.depth - 1) : nil
            case .start, .end, .text: break
            }
            return
        }
        switch token {
        case .text(let text): layout.append(text)
        case .end(let name): end(name)
        case .start(let tag):
            if Self.rawTextElements.contains(tag.name) {
                tokens.skip(tag.name)
            } else if Self.omittedElements.contains(tag.name) {
                omitted = (tag.name, 1)
            } else if !handleVoidElement(tag) {
                begin(tag)
            }
        }
    }

    /// Elements whose content is neither HTML nor text of the author.
    private static let rawTextElements: Set<String> = ["script", "style", "title", "iframe", "noembed", "noframes", "xmp"]
    /// Elements to leave out: the reply fallback that clients show themselves, drawings, and fallbacks of embedded media.
    private static let omittedElements: Set<String> = ["mx-reply", "svg", "template", "object", "audio", "video", "select"]

    /// Processes an element that only breaks lines or inserts text. Returns `false` for other elements.
    private mutating func handleVoidElement(_ tag: HTMLTag) -> Bool {
        switch tag.name {
        case "br": layout.addLineEnd()
        case "hr":
            layout.breakLine()
            layout.append("———")
            layout.breakLine()
        case "img": layout.append(tag.attributes["alt"] ?? tag.attributes["title"] ?? "")
        case "p": layout.breakLine(layout.isInItem ? 1 : 2)
        case "tr":
            closeCell()
            layout.breakLine()
            cells = 0
        case "td":
            closeCell()
            beginCell()
        case "sup": layout.append("^")
        case _ where Self.blocks.contains(tag.name): layout.breakLine()
        default: return false
        }
        return true
    }

    private static let blocks: Set<String> = [
        "div", "table", "thead", "tbody", "tfoot", "caption", "details", "summary", "section", "article", "header", "footer",
        "dl", "dt", "dd", "figure", "figcaption", "address", "center", "main", "nav",
    ]

    private mutating func beginCell() {
        if cells > 0 { layout.append(" | ") }
        cells += 1
    }

    private mutating func closeCell() { if let cell = open.lastIndex(where: { $0.name == "th" }) { close(downTo: cell) } }

    private mutating func begin(_ tag: HTMLTag) {
        switch tag.name {
        case "b", "strong": push(tag, layout.isOpen { $0 == .bold } ? nil : .bold)
        case "h1", "h2", "h3", "h4", "h5", "h6":
            layout.breakLine(layout.isInItem ? 1 : 2)
            push(tag, layout.isOpen { $0 == .bold } ? nil : .bold)
        case "th":
            closeCell()
            beginCell()
            push(tag, layout.isOpen { $0 == .bold } ? nil : .bold)
        case "code":
            if isInBlock { layout.name(language: Self.language(of: tag)) }
            push(tag, isInCode ? nil : .code)
        case "pre", "listing": push(tag, isInBlock ? nil : .block(language: Self.language(of: tag)))
        case "del", "s", "strike": push(tag, isInCode ? nil : .delimiters("~~"))
        case "span": push(tag, tag.attributes["data-mx-spoiler"].flatMap { isInCode ? nil : Self.spoiler($0) })
        case "a":
            if let other = open.lastIndex(where: { $0.name == "a" }) { close(downTo: other) }
            push(tag, isInCode ? nil : tag.attributes["href"].flatMap(MatrixLink.init).map { .link($0) })
        case "blockquote":
            guard canNest() else { return }
            layout.openQuote()
            open.append(Element(name: tag.name, end: .container))
        case "ul", "menu", "dir", "ol":
            guard canNest() else { return }
            let first = tag.attributes["start"].flatMap { Int($0) }.flatMap { (0...999_999_999).contains($0) ? $0 : nil }
            layout.breakLine()
            open.append(Element(name: tag.name, end: .list(next: tag.name == "ol" ? first ?? 1 : nil)))
        case "li": beginItem()
        default: break
        }
    }

    private var isInBlock: Bool { layout.isOpen { if case .block = $0 { true } else { false } } }
    private var isInCode: Bool { isInBlock || layout.isOpen { $0 == .code } }

    private mutating func push(_ tag: HTMLTag, _ style: MatrixTextLayout.Style?) {
        guard canNest() else { return }
        if let style { layout.open(style) }
        open.append(Element(name: tag.name, end: style == nil ? .nothing : .style))
    }

    private mutating func canNest() -> Bool {
        if open.count >= Self.maxOpenElements { beyond += 1 }
        return open.count < Self.maxOpenElements
    }

    /// Begins a list item, which ends the previous item of the same list.
    private mutating func beginItem() {
        if let last = open.lastIndex(where: { $0.name == "li" || $0.name == "blockquote" || $0.isList }), open[last].name == "li"
        {
            close(downTo: last)
        }
        guard canNest() else { return }
        var marker = "• "
        if let list = open.lastIndex(where: { $0.isList }), case .list(let number?) = open[list].end {
            marker = "\(number). "
            open[list].end = .list(next: number + 1)
        }
        layout.openItem(marker)
        open.append(Element(name: "li", end: .container))
    }

    private mutating func end(_ name: String) {
        if name == "p" { return layout.breakLine(layout.isInItem ? 1 : 2) }
        if name == "br" { return layout.addLineEnd() }
        if name == "tr" || name == "table" { closeCell() }
        if name == "tr" || Self.blocks.contains(name) { return layout.breakLine() }
        guard Self.paired.contains(name) else { return }
        if beyond > 0 {
            beyond -= 1
        } else if let last = open.lastIndex(where: { $0.name == name }) {
            close(downTo: last)
        }
    }

    private static let paired: Set<String> = [
        "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th", "code", "pre", "listing", "del", "s", "strike", "span", "a",
        "blockquote", "ul", "menu", "dir", "ol", "li",
    ]

    private mutating func close(downTo index: Int) { while open.count > index { closeLast() } }

    private mutating func closeLast() {
        guard let element = open.popLast() else { return }
        switch element.end {
        case .nothing: break
        case .style: layout.close()
        case .container: layout.closeContainer()
        case .list: layout.breakLine()
        }
        if element.name.count == 2, element.name.hasPrefix("h") { layout.breakLine(layout.isInItem ? 1 : 2) }
    }

    private static func language(of tag: HTMLTag) -> String? {
        let words = tag.attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
        guard let name = words.first(where: { $0.hasPrefix("language-") })?.dropFirst("language-".count),
            (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"<>&\"'`".utf8.contains($0) })
        else { return nil }
        return String(name)
    }

    /// Returns the style of a spoiler. Mezon cannot hide text, so it is marked as a spoiler together with its reason.
    private static func spoiler(_ reason: String) -> MatrixTextLayout.Style {
        let reason = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(80)
        return .delimiters("||", prefix: reason.isEmpty ? "" : "(\(reason)) ")
    }
}
