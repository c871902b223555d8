import ChatModel

/// Converts Matrix message text to content, and back.
///
/// Of the tags in Matrix (`m.room.message`, `org.matrix.custom.html`), Mezon has markup for bold, code and links. Other formatting that
/// carries meaning is written as characters: `~~` around struck-out text, `||` around spoilers, `>` before quotes.
enum MatrixHTMLConverter {
    /// Converts a message to content.
    ///
    /// - Parameters:
    ///   - html: The message's `formatted_body`; nil if it has none.
    ///   - body: The plain text, used if the HTML contains no text.
    /// - Returns: Content that fits into four Mezon messages; the rest is cut off.
    static func content(html: String?, body: String) -> Content {
        if let html {
            let content = MatrixHTMLParser.content(of: html)
            if !content.text.isEmpty { return content }
        }
        return MatrixHTMLParser.content(ofPlain: body)
    }

    /// Returns the `formatted_body`; nil if there is no formatting, or it exceeds the size of an event, in which case the plain text is
    /// sent alone.
    static func html(of content: Content) -> String? { MatrixHTMLWriter.html(of: content) }
}
