import ChatModel

/// Writes content as Matrix HTML: escaped text and the tags of its markup.
struct MatrixHTMLWriter {
    private static let maxBytes = 32 << 10  // An event holds 64 KiB, which includes the plain text.

    private var styles: MatrixHTMLStyleIterator
    private var html = ""
    private var style = MatrixHTMLStyleIterator.Style()
    private var isFormatted = false
    /// The number of line breaks before the next character.
    private var breaks = 0
    /// A Boolean value that indicates whether a space written next would collapse with what precedes it.
    private var isSpaceNext = true
    /// A Boolean value that indicates whether a code block has just ended. Its tags imply the line breaks before and after it.
    private var isBehindBlock = false

    static func html(of content: Content) -> String? {
        var writer = MatrixHTMLWriter(styles: MatrixHTMLStyleIterator(content))
        var units = 0
        var wasReturn = false
        for scalar in content.text.unicodeScalars {
            let style = writer.styles.style(at: units)
            units += UTF16.width(scalar)
            let isPair = wasReturn && scalar == "\n"
            wasReturn = scalar == "\r"
            guard let style, !isPair else { continue }
            writer.append(scalar == "\r" ? "\n" : scalar, style)
            guard writer.html.utf8.count <= maxBytes else { return nil }
        }
        writer.change(to: MatrixHTMLStyleIterator.Style())
        return writer.isFormatted && writer.html.utf8.count <= maxBytes ? writer.html : nil
    }

    private init(styles: MatrixHTMLStyleIterator) { self.styles = styles }

    private mutating func append(_ scalar: Unicode.Scalar, _ next: MatrixHTMLStyleIterator.Style) {
        guard scalar == "\n" || scalar == "\t" || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) else { return }
        if scalar == "\n", next.block == nil {
            if style.block != nil { change(to: MatrixHTMLStyleIterator.Style()) }
            breaks += isBehindBlock ? 0 : 1
            isBehindBlock = false
            isSpaceNext = true
            return
        }
        change(to: next)
        flush()
        write(scalar)
    }

    private mutating func change(to next: MatrixHTMLStyleIterator.Style) {
        guard next != style else { return }
        if style.isCode { html += "</code>" }
        if style.link != nil { html += "</a>" }
        if style.isBold { html += "</strong>" }
        if style.block != nil {
            html += "</code></pre>"
            isBehindBlock = true
            isSpaceNext = true
        }
        if next.block != nil, breaks > 0 { breaks -= 1 }
        style = next
        if next != MatrixHTMLStyleIterator.Style() {
            flush()
            isFormatted = true
        }
        if let block = next.block {
            let language = styles.blocks.all[block].value.map { " class=\"language-\(Self.escaped($0))\"" } ?? ""
            html += "<pre><code\(language)>"
        }
        if next.isBold { html += "<strong>" }
        if let link = next.link { html += "<a href=\"\(Self.escaped(styles.links.all[link].value))\">" }
        if next.isCode { html += "<code>" }
    }

    private mutating func flush() {
        guard breaks > 0 || isBehindBlock else { return }
        html += String(repeating: "<br>", count: breaks)
        breaks = 0
        isBehindBlock = false
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        let isSpace = (scalar == " " || scalar == "\t") && style.block == nil
        switch scalar {
        case _ where isSpace && isSpaceNext: html += "&nbsp;"
        case _ where isSpace: html += " "
        default: html += Self.escaped(scalar)
        }
        // A non-breaking space does not collapse with the next space.
        isSpaceNext = isSpace && !isSpaceNext
    }

    private static func escaped(_ text: String) -> String { text.unicodeScalars.reduce(into: "") { $0 += escaped($1) } }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: String(scalar)
        }
    }
}
