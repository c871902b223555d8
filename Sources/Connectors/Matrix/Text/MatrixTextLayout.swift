import ChatModel
import ConnectorKit

/// Lays out text in lines: spaces collapse, blocks begin on their own lines, and styles become markup.
struct MatrixTextLayout {
    /// The style of a text range.
    enum Style: Hashable {
        case bold, code
        case block(language: String?)
        case link(MatrixLink)
        /// Characters around the text, for styles that Mezon does not have; `prefix` comes before them.
        case delimiters(String, prefix: String = "")
    }

    private struct StyledRange {
        var style: Style
        /// The position of the first character; nil until there is any text.
        var start: (scalar: Int, unit: Int)?
    }

    /// The prefix of a line, from the outermost container inwards.
    private enum Container {
        case quote
        case item(marker: String, isShown: Bool)
    }

    private static let maxUnits = 16_000  // As for webhook texts: a little more than four Mezon messages.
    private static let maxContainers = 8  // Deeper `> > >` prefixes are of no use to a reader.

    private(set) var isFull = false
    private var scalars: [Unicode.Scalar] = []
    private var units = 0
    private var markup = MatrixMarkupRanges()
    private var openStyles: [StyledRange] = []
    private var containers: [Container] = []
    /// The number of line breaks before the next character.
    private var breaks = 0
    private var hasSpace = false
    private var openBlocks = 0
    /// A Boolean value that indicates whether a line break here would directly follow `<pre>` and is ignored.
    private var isBlockStart = false

    /// The text so far, without trailing space and line breaks.
    var content: Content {
        let text = String(String.UnicodeScalarView(scalars))
        return Content(text, markup: markup.resolved(with: URLRanges.ranges(in: scalars)))
    }

    // Text

    mutating func append(_ text: String) {
        for scalar in text.unicodeScalars {
            guard !isFull else { return }
            append(scalar)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        let isPreformatted = openBlocks > 0
        switch scalar {
        case "\n" where isPreformatted:
            if !isBlockStart { breaks += 1 }
            isBlockStart = false
        case " ", "\t": isPreformatted ? place(scalar) : space()
        case "\n", "\r", "\u{C}": if !isPreformatted { space() }
        case "\u{A0}": place(" ")
        case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): break
        default: place(scalar)
        }
    }

    private mutating func space() { hasSpace = breaks == 0 && !scalars.isEmpty }

    private mutating func place(_ scalar: Unicode.Scalar) {
        begin(with: scalar)
        write(scalar)
    }

    /// Writes the line breaks, prefixes and opening characters that precede the next character.
    private mutating func begin(with first: Unicode.Scalar) {
        if breaks > 0 || scalars.isEmpty {
            if !scalars.isEmpty { for _ in 0..<breaks { write("\n") } }
            beginLine()
        } else if hasSpace {
            write(" ")
        }
        breaks = 0
        hasSpace = false
        isBlockStart = false
        let waiting = openStyles.lastIndex { $0.start != nil }.map { $0 + 1 } ?? 0
        for index in openStyles.indices[waiting...] {
            switch openStyles[index].style {
            case .delimiters(let delimiter, let prefix): write(prefix + delimiter)
            case .link(.user) where first != "@": write("@")
            default: break
            }
            openStyles[index].start = (scalars.count, units)
        }
    }

    private mutating func beginLine() {
        for index in containers.indices.prefix(Self.maxContainers) {
            switch containers[index] {
            case .quote: write("> ")
            case .item(let marker, let isShown):
                write(isShown ? String(repeating: " ", count: marker.count) : marker)
                containers[index] = .item(marker: marker, isShown: true)
            }
        }
    }

    private mutating func write(_ text: String) { for scalar in text.unicodeScalars { write(scalar) } }

    private mutating func write(_ scalar: Unicode.Scalar) {
        guard !isFull else { return }
        if units + UTF16.width(scalar) > Self.maxUnits {
            isFull = true
            scalars.append("…")
            units += 1
            return
        }
        scalars.append(scalar)
        units += UTF16.width(scalar)
    }

    // Lines

    /// Begins a new line, or leaves an empty line before it if `count` is 2.
    mutating func breakLine(_ count: Int = 1) {
        breaks = max(breaks, count)
        hasSpace = false
    }

    mutating func addLineEnd() {
        breaks += 1
        hasSpace = false
    }

    var isInItem: Bool { if case .item? = containers.last { true } else { false } }

    mutating func openQuote() {
        breakLine()
        containers.append(.quote)
    }

    mutating func openItem(_ marker: String) {
        breakLine()
        containers.append(.item(marker: marker, isShown: false))
    }

    mutating func closeContainer() {
        breakLine()
        containers.removeLast()
    }

    // Styles

    func isOpen(_ matches: (Style) -> Bool) -> Bool { openStyles.contains { matches($0.style) } }

    mutating func open(_ style: Style) {
        if case .block = style {
            breakLine()
            isBlockStart = true
            openBlocks += 1
        }
        openStyles.append(StyledRange(style: style))
    }

    /// Sets the language of the open code block if it has none.
    mutating func name(language: String?) {
        guard let language, let last = openStyles.lastIndex(where: { $0.style == .block(language: nil) }) else { return }
        openStyles[last].style = .block(language: language)
    }

    mutating func close() {
        guard let styled = openStyles.popLast() else { return }
        if case .link(let link) = styled.style { closeLink(link, styled.start) }
        if case .block = styled.style {
            breaks = 0
            breakLine()
            openBlocks -= 1
        }
        guard let start = styled.start?.unit, start < units else { return }
        let range = TextRange(start, units)
        switch styled.style {
        case .bold: markup.bold.append(Markup("b", range))
        case .code: markup.code.append(Markup("c", range))
        case .block(let language):
            markup.blocks.append(Markup("pre", range, attributes: language.map { ["language": .string($0)] } ?? [:]))
        case .delimiters(let delimiter, _): write(delimiter)
        case .link: break
        }
    }

    /// Ends a link. Mezon cannot show other text in place of an address, so the address follows the text.
    private mutating func closeLink(_ link: MatrixLink, _ start: (scalar: Int, unit: Int)?) {
        switch link {
        case .user(let name): if start == nil { append("@\(name)") }
        case .room(let name): if start == nil { append(name) }
        case .mail(let address):
            guard let start else { return append(address) }
            if !label(from: start.scalar, is: address) { write(" (\(address))") }
        case .web(let address):
            if let start, label(from: start.scalar, is: address) {
                mark(from: start.unit)
                return
            }
            if start != nil { write(" (") }
            if start == nil, let first = address.unicodeScalars.first { begin(with: first) }
            let from = units
            write(address)
            mark(from: from)
            if start != nil { write(")") }
        }
    }

    private mutating func mark(from start: Int) {
        guard start < units, !isFull else { return }
        markup.links.append(Markup("lk", TextRange(start, units)))
    }

    /// Returns a Boolean value that indicates whether the text is the address, or the address without a trailing slash.
    private func label(from start: Int, is address: String) -> Bool {
        let characters = address.unicodeScalars
        let label = scalars[start...]
        return label.elementsEqual(characters) || characters.last == "/" && label.elementsEqual(characters.dropLast())
    }
}
