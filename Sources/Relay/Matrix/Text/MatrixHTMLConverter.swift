import MezonModel

/// What is said on Matrix as content, and the other way round.
///
/// Of the tags that Matrix knows (`m.room.message`, `org.matrix.custom.html`) Mezon has kinds for bold, code and links. What says more
/// than a look is told in signs: `~~` around what was struck out, `||` around what is to be hidden, `>` before what is quoted.
enum MatrixHTMLConverter {
    /// - Parameters:
    ///   - html: the message's `formatted_body`; nil where it has none.
    ///   - body: its plain text, taken where the other has nothing to say.
    /// - Returns: no more than four messages of Mezon take; what follows is cut off.
    static func content(html: String?, body: String) -> Content {
        if let html {
            let content = MatrixHTMLParser.content(of: html)
            if !content.text.isEmpty { return content }
        }
        return MatrixHTMLParser.content(ofPlain: body)
    }

    /// The `formatted_body`; nil where there is nothing to format, or more than an event takes: then the plain text does alone.
    static func html(of content: Content) -> String? { MatrixHTMLWriter.html(of: content) }
}
