import ChatModel

/// Writes content as Matrix HTML: escaped text and the tags of its markup.
struct MatrixHTMLWriter {
    private static let maxBytes = 32 << 10  // An event holds 64 KiB, which includes the plain text.

    private var looks: MatrixHTMLStyleIterator
    private var html = ""
    private var look = MatrixHTMLStyleIterator.Style()
    private var isFormatted = false
    /// The number of line breaks before the next character.
    private var breaks = 0
    /// A Boolean value that indicates whether a space written next would collapse with what precedes it.
    private var isSpaceNext = true
    /// A Boolean value that indicates whether a code block has just ended. Its tags imply the line breaks before and after it.
    private var isBehindBlock = false

    static func html(of content: Content) -> String? {
        var writer = MatrixHTMLWriter(looks: MatrixHTMLStyleIterator(content))
        var units = 0
        var wasReturn = false
        for scalar in content.text.unicodeScalars {
            let look = writer.looks.look(at: units)
            units += UTF16.width(scalar)
            let isPair = wasReturn && scalar == "\n"
            wasReturn = scalar == "\r"
            guard let look, !isPair else { continue }
            writer.take(scalar == "\r" ? "\n" : scalar, look)
            guard writer.html.utf8.count <= maxBytes else { return nil }
        }
        writer.turn(MatrixHTMLStyleIterator.Style())
        return writer.isFormatted && writer.html.utf8.count <= maxBytes ? writer.html : nil
    }

    private init(looks: MatrixHTMLStyleIterator) { self.looks = looks }

    private mutating func take(_ scalar: Unicode.Scalar, _ next: MatrixHTMLStyleIterator.Style) {
        guard scalar == "\n" || scalar == "\t" || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) else { return }
        if scalar == "\n", next.block == nil {
            if look.block != nil { turn(MatrixHTMLStyleIterator.Style()) }
            breaks += isBehindBlock ? 0 : 1
            isBehindBlock = false
            isSpaceNext = true
            return
        }
        turn(next)
        flush()
        write(scalar)
    }

    private mutating func turn(_ next: MatrixHTMLStyleIterator.Style) {
        guard next != look else { return }
        if look.isCode { html += "</code>" }
        if look.link != nil { html += "</a>" }
        if look.isBold { html += "</strong>" }
        if look.block != nil {
            html += "</code></pre>"
            isBehindBlock = true
            isSpaceNext = true
        }
        if next.block != nil, breaks > 0 { breaks -= 1 }
        look = next
        if next != MatrixHTMLStyleIterator.Style() {
            flush()
            isFormatted = true
        }
        if let block = next.block {
            let language = looks.blocks.all[block].value.map { " class=\"language-\(Self.escaped($0))\"" } ?? ""
            html += "<pre><code\(language)>"
        }
        if next.isBold { html += "<strong>" }
        if let link = next.link { html += "<a href=\"\(Self.escaped(looks.links.all[link].value))\">" }
        if next.isCode { html += "<code>" }
    }

    private mutating func flush() {
        guard breaks > 0 || isBehindBlock else { return }
        html += String(repeating: "<br>", count: breaks)
        breaks = 0
        isBehindBlock = false
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        let isSpace = (scalar == " " || scalar == "\t") && look.block == nil
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
