/// A place in an incomplete YAML text: the keys around it, and the word that has been begun there.
struct YAMLPlace: Hashable {
    enum Step: Hashable { case key(String), item }

    /// The keys and items that lead from the root to the place.
    private(set) var path: [Step] = []
    /// The text between the start of the word and the place.
    private(set) var word = ""
    private(set) var takesKey = true
    private(set) var takesValue = true
    /// The keys that the same map already has, as far as its lines show them.
    private(set) var siblings: Set<String> = []

    /// - Parameters:
    ///   - line: The line from 1.
    ///   - column: The column from 1, in code points.
    /// - Returns: Nil outside the text and within comments.
    init?(in text: String, line: Int, column: Int) {
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }.map { Line(String($0)) }
        guard lines.indices.contains(line - 1), column >= 1 else { return nil }
        let start = Line(String(String.UnicodeScalarView(lines[line - 1].text.unicodeScalars.prefix(column - 1))))
        guard !start.isComment else { return nil }
        path = Self.ancestors(of: start, in: lines[..<(line - 1)])
        path += start.dashes.map { _ in .item }
        readRest(start.content)
        guard takesKey, !start.content.contains("{") else { return }
        siblings = Self.siblings(of: start, at: line - 1, in: lines)
    }

    /// A line split into its indentation, the dashes of items, and the rest.
    private struct Line {
        let text: String
        /// The columns of the dashes, from zero.
        private(set) var dashes: [Int] = []
        /// The column of the rest, from zero.
        private(set) var indent: Int
        private(set) var content: String

        init(_ text: String) {
            self.text = text
            var rest = Substring(text)
            var column = 0
            func skipSpaces() {
                let spaces = rest.prefix { $0 == " " }.count
                rest = rest.dropFirst(spaces)
                column += spaces
            }
            skipSpaces()
            while rest.hasPrefix("- ") || rest == "-" {
                dashes.append(column)
                rest = rest.dropFirst()
                column += 1
                skipSpaces()
            }
            indent = column
            content = String(rest)
        }

        var isComment: Bool { content.hasPrefix("#") }
        var isBlank: Bool { dashes.isEmpty && content.allSatisfy(\.isWhitespace) || isComment }
        /// The key of the rest; nil if it has none.
        var key: String? {
            guard let colon = content.firstIndex(of: ":"), !content.hasPrefix("{"), !content.hasPrefix("[") else { return nil }
            let key = content[..<colon]
            return key.isEmpty || key.contains(where: { " \"'#,{}[]".contains($0) }) ? nil : String(key)
        }
        /// A Boolean value that indicates whether the rest is a key whose value follows below.
        var opensBlock: Bool {
            guard let key else { return false }
            let value = content.dropFirst(key.count + 1).drop { $0 == " " }
            return value.isEmpty || value.hasPrefix("#")
        }
    }

    private static func ancestors(of start: Line, in lines: ArraySlice<Line>) -> [Step] {
        var steps: [Step] = []
        var indent = start.dashes.first ?? start.indent
        // A list may stand at the column of its key.
        var isItem = !start.dashes.isEmpty
        for line in lines.reversed() where !line.isBlank {
            if line.opensBlock, let key = line.key, line.indent < indent || isItem && line.indent == indent {
                steps.append(.key(key))
                (indent, isItem) = (line.indent, false)
            }
            for dash in line.dashes.reversed() where dash < indent {
                steps.append(.item)
                (indent, isItem) = (dash, true)
            }
            if indent == 0, !isItem { break }
        }
        return steps.reversed()
    }

    private static func siblings(of start: Line, at index: Int, in lines: [Line]) -> Set<String> {
        var keys: Set<String> = []
        if start.dashes.isEmpty {
            for line in lines[..<index].reversed() where !line.isBlank {
                if line.indent == start.indent, let key = line.key { keys.insert(key) }
                if line.indent < start.indent || !line.dashes.isEmpty && line.indent <= start.indent { break }
            }
        }
        for line in lines[(index + 1)...] where !line.isBlank {
            guard line.indent >= start.indent, line.dashes.isEmpty || line.indent > start.indent else { break }
            if line.dashes.isEmpty, line.indent == start.indent, let key = line.key { keys.insert(key) }
        }
        return keys
    }

    /// Follows keys and braces up to the place.
    private mutating func readRest(_ rest: String) {
        var openings: [(bracket: Character, depth: Int)] = []
        var begun = ""
        var quote: Character?
        for character in rest {
            if let open = quote {
                if character == open { quote = nil }
                begun.append(character)
                continue
            }
            switch character {
            case "\"", "'":
                quote = character
                begun.append(character)
            case "{":
                openings.append(("{", path.count))
                begun = ""
                (takesKey, takesValue) = (true, false)
            case "[":
                openings.append(("[", path.count))
                path.append(.item)
                begun = ""
                (takesKey, takesValue) = (false, true)
            case ",":
                guard let opening = openings.last else {
                    begun.append(character)
                    continue
                }
                path.removeLast(max(0, path.count - opening.depth))
                if opening.bracket == "[" { path.append(.item) }
                begun = ""
                (takesKey, takesValue) = opening.bracket == "{" ? (true, false) : (false, true)
            case "}", "]":
                guard let opening = openings.popLast() else { continue }
                path.removeLast(max(0, path.count - opening.depth))
                begun = ""
                (takesKey, takesValue) = (false, false)
            case ":" where takesKey && !begun.trimmingSpaces.isEmpty:
                path.append(.key(begun.trimmingSpaces))
                begun = ""
                (takesKey, takesValue) = (false, true)
            default: begun.append(character)
            }
        }
        word = String(begun.drop { $0 == " " })
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
