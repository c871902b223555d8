package import ChatModel

/// Splits content into lines that fit the protocol's limit: at its line breaks, then between words, otherwise between two characters.
package struct IRCSplitter: Sendable {
    package enum SplitError: Error, Equatable {
        case tooManyLines(limit: Int)
        /// A line has less room than the text in front of each line and one character need.
        case lineTooShort(bytes: Int)
    }

    /// The number of bytes of text that one line holds.
    package let bytes: Int
    package let maxLines: Int

    package init(bytes: Int, maxLines: Int) {
        self.bytes = bytes
        self.maxLines = maxLines
    }

    /// Splits content into lines.
    ///
    /// - Parameters:
    ///   - lead: The text that each line begins with, such as the author's name.
    ///   - front: The text before `lead` in the first line.
    /// - Returns: The lines without empty ones; none if there is no text. Formatting is opened again on each line.
    /// - Throws: `SplitError`.
    package func lines(
        of content: Content, lead: String = "", front: String = "", kind: IRCText.Kind = .message
    ) throws(SplitError) -> [IRCText] {
        let lead = String(String.UnicodeScalarView(lead.unicodeScalars.filter { !IRCStyledText.isControl($0) }))
        let available = bytes - lead.utf8.count
        guard available - front.utf8.count >= Self.minTextBytes else { throw .lineTooShort(bytes: bytes) }
        var lines: [IRCText] = []
        for paragraph in IRCStyledText.paragraphs(of: content) {
            var rest = paragraph[...]
            while !rest.isEmpty {
                let front = lines.isEmpty ? front : ""
                let (line, next) = Self.nextLine(from: rest, maxBytes: available - front.utf8.count)
                rest = rest[next...]
                guard !line.isEmpty else { continue }
                guard lines.count < maxLines else { throw .tooManyLines(limit: maxLines) }
                lines.append(IRCText(front + lead + line, kind))
            }
        }
        return lines
    }

    // A scalar of four bytes between two formatting codes on each side.
    private static let minTextBytes = 8

    private static func nextLine(from characters: ArraySlice<IRCStyledText.StyledCharacter>, maxBytes: Int) -> (
        line: String, next: Int
    ) {
        var used = 0
        var format: IRCStyle = []
        var end = characters.startIndex
        var space: Int?
        while end < characters.endIndex {
            let character = characters[end]
            let cost = character.character.utf8.count + format.codes(to: character.format).utf8.count
            guard used + cost <= maxBytes else { break }
            used += cost
            format = character.format
            if character.character == " " { space = end }
            end += 1
        }
        guard end < characters.endIndex else { return (written(characters), end) }
        if characters[end].character == " " { return (written(characters[..<end]), end + 1) }
        // A word is cut if moving it would leave the line half empty.
        if let space, space - characters.startIndex >= (end - characters.startIndex) / 2 {
            return (written(characters[..<space]), space + 1)
        }
        return (written(characters[..<end]), max(end, characters.startIndex + 1))
    }

    private static func written(_ characters: ArraySlice<IRCStyledText.StyledCharacter>) -> String {
        var characters = characters
        while characters.last?.character == " " { characters = characters.dropLast() }
        guard characters.contains(where: { $0.character != " " }) else { return "" }
        var text = ""
        var format: IRCStyle = []
        for character in characters {
            if character.format != format {
                text += format.codes(to: character.format)
                format = character.format
            }
            text.append(character.character)
        }
        return text
    }
}
