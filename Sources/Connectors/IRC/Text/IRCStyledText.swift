import ChatModel

/// Content as characters with their styles, split into lines. Control characters in the text are left out, so that no text acts as a
/// formatting code.
enum IRCStyledText {
    struct StyledCharacter: Hashable {
        var character: Character
        var format: IRCStyle
    }

    // A character with hundreds of combining marks must still fit into a line, so it is split.
    static let maxCharacterBytes = 64

    /// Returns the lines that are not empty.
    static func paragraphs(of content: Content) -> [[StyledCharacter]] {
        var paragraphs: [[StyledCharacter]] = [[]]
        var spans = IRCStyleIterator(content)
        for character in content.text {
            let (format, isShown) = spans.style(of: character)
            guard isShown else { continue }
            guard !character.isNewline else {
                paragraphs.append([])
                continue
            }
            add(character, format, to: &paragraphs[paragraphs.count - 1])
        }
        return paragraphs.filter { !$0.isEmpty }
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func add(_ character: Character, _ format: IRCStyle, to characters: inout [StyledCharacter]) {
        if character == "\t" {
            characters.append(StyledCharacter(character: " ", format: format))
            return
        }
        if character.unicodeScalars.contains(where: isControl) {
            for scalar in character.unicodeScalars where !isControl(scalar) {
                characters.append(StyledCharacter(character: Character(scalar), format: format))
            }
            return
        }
        guard character.utf8.count > maxCharacterBytes else {
            characters.append(StyledCharacter(character: character, format: format))
            return
        }
        for scalar in character.unicodeScalars {
            characters.append(StyledCharacter(character: Character(scalar), format: format))
        }
    }
}

/// The styles of a text, read character by character from its beginning.
private struct IRCStyleIterator {
    /// The styled ranges in UTF-16 units, sorted by start; ranges move to `open` and are removed at their end.
    private var coming: ArraySlice<(range: TextRange, format: IRCStyle)>
    private var open: [(range: TextRange, format: IRCStyle)] = []
    private var hidden: ArraySlice<TextRange>
    private var units = 0

    init(_ content: Content) {
        var spans: [(range: TextRange, format: IRCStyle)] = []
        var hidden: [TextRange] = []
        for markup in content.markup {
            let range = markup.range
            guard range.start >= 0, range.start < range.end else { continue }
            switch markup.kind {
            case "b": spans.append((range, .bold))
            case "c", "pre": spans.append((range, .code))
            case "s", "t":
                // Older kinds, whose range includes backquotes that clients hide (Documentation/Protocol.md §3.1).
                let width = markup.kind == "s" ? 1 : 3
                guard range.length > 2 * width else { continue }
                spans.append((TextRange(range.start + width, range.end - width), .code))
                hidden.append(TextRange(range.start, range.start + width))
                hidden.append(TextRange(range.end - width, range.end))
            default: break
            }
        }
        coming = spans.sorted { $0.range.start < $1.range.start }[...]
        self.hidden = hidden.sorted { $0.start < $1.start }[...]
    }

    mutating func style(of character: Character) -> (IRCStyle, isShown: Bool) {
        while let next = coming.first, next.range.start <= units {
            coming = coming.dropFirst()
            open.append(next)
        }
        open.removeAll { $0.range.end <= units }
        while let first = hidden.first, first.end <= units { hidden = hidden.dropFirst() }
        let isShown = hidden.first.map { units < $0.start } ?? true
        units += character.utf16.count
        return (open.reduce(into: []) { $0.formUnion($1.format) }, isShown)
    }
}
