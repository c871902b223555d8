/// The keys and words of rule files before the migration of names.
///
/// It finds keys and scalars without a YAML parser, so that everything else in a file stays as it was written.
struct FormerRuleKeys {
    /// A key or scalar, with the keys that lead to it.
    private struct Token {
        var range: Range<Int>
        var path: [String]
        var isKey: Bool
    }

    private let text: [Unicode.Scalar]
    private var position = 0
    private var tokens: [Token] = []
    /// The open keys of block mappings with their columns, and of flow mappings.
    private var blocks: [(column: Int, key: String)] = []
    private var flows: [String] = []
    private var depth = 0

    /// Returns a file with the present keys and words.
    static func renamed(_ text: String) -> String {
        var file = FormerRuleKeys(Array(text.unicodeScalars))
        file.readLines()
        return file.rewritten()
    }

    private init(_ text: [Unicode.Scalar]) { self.text = text }

    private func rewritten() -> String {
        var result = String.UnicodeScalarView()
        var end = 0
        for token in tokens {
            let word = string(token.range)
            guard let name = token.isKey ? Self.key(word, in: token.path) : Self.word(word, in: token.path) else { continue }
            result.append(contentsOf: text[end..<token.range.lowerBound])
            result.append(contentsOf: name.unicodeScalars)
            end = token.range.upperBound
        }
        result.append(contentsOf: text[end...])
        return String(result)
    }

    private static func key(_ key: String, in path: [String]) -> String? {
        let parent = path.last
        let section = path.first == "clans" ? path.dropFirst(2).first : path.first
        let isTop = path.isEmpty || path.count == 2 && path[0] == "clans"
        switch key {
        case "plugins" where isTop: return "bots"
        case "ports" where isTop: return "connections"
        case "retain" where path == ["store"] || path.dropLast().last == "channels": return "retention"
        case "seal" where path == ["store"]: return "encryption"
        case "previous" where path == ["store", "seal"]: return "previous_keys"
        case "receipts" where path == ["bot"]: return "read_receipts"
        case "most" where section == "ports" && parent == "files": return "max_size"
        case "at_most" where section == "ports": return "per_minute"
        case "sign" where section == "ports": return "signature"
        case "inside" where section == "ports" || section == "plugins" && parent == "http": return "allow_private"
        case "in_clear" where section == "ports": return "allow_plaintext"
        case "pace" where section == "ports": return "rate_limit"
        case "trust" where section == "ports": return "ca_file"
        case "do" where parent == "steps": return "then"
        case "plugin" where parent == "run": return "bot"
        case "role_change", "room_change": return parent == "trigger" ? word(key, in: path) : nil
        default: return nil
        }
    }

    private static func word(_ word: String, in path: [String]) -> String? {
        switch (path.last, word) {
        case ("trigger", "role_change"): "role_changed"
        case ("trigger", "room_change"): "channel_changed"
        case ("on_expire", "nothing"): "none"
        case ("grants", "appoint"): "schedule"
        default: nil
        }
    }
}

extension FormerRuleKeys {
    private var current: Unicode.Scalar? { position < text.count ? text[position] : nil }
    private func at(_ offset: Int) -> Unicode.Scalar? { position + offset < text.count ? text[position + offset] : nil }
    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text[range])
        return String(view)
    }

    private static func isBlank(_ scalar: Unicode.Scalar?) -> Bool {
        scalar == nil || scalar == " " || isEnd(scalar) || scalar == "\t"
    }
    private static func isEnd(_ scalar: Unicode.Scalar?) -> Bool { scalar == nil || scalar == "\n" || scalar == "\r" }

    private mutating func skipLine() {
        while let scalar = current, scalar != "\n" { position += 1 }
        position += 1
    }

    private mutating func skipSpaces() { while current == " " || current == "\t" { position += 1 } }

    private mutating func readLines() {
        while position < text.count {
            let start = position
            skipSpaces()
            var column = position - start
            var dash: Int?
            while current == "-", Self.isBlank(at(1)), !Self.isEnd(at(1)) {
                dash = column
                position += 1
                skipSpaces()
                column = position - start
            }
            guard !Self.isEnd(current), current != "#" else {
                skipLine()
                continue
            }
            blocks.removeAll { $0.column >= column }
            readBlock(column, owner: dash)
            skipLine()
        }
    }

    /// Reads a key with its value on the same line, or a value.
    ///
    /// - Parameter owner: The column of the list item; nil for none.
    private mutating func readBlock(_ column: Int, owner: Int?) {
        skipProperties()
        let isFlow = (current == "{" && at(1) != "{") || current == "["
        if isFlow || current == "|" || current == ">" { return readValue(owner: owner ?? blocks.last?.column ?? -1) }
        let range = readScalar(inFlow: false)
        guard current == ":", Self.isBlank(at(1)) else { return add(range, isKey: false) }
        add(range, isKey: true)
        blocks.append((column, string(range)))
        position += 1
        skipSpaces()
        skipProperties()
        if !Self.isEnd(current), current != "#" { readValue(owner: column) }
    }

    /// - Parameter owner: The column that the lines of a block scalar exceed.
    private mutating func readValue(owner: Int) {
        switch current {
        case "{" where at(1) != "{", "[": readFlow()
        case "|", ">":
            skipLine()
            skipIndented(beyond: owner)
        default: add(readScalar(inFlow: false, isValue: true), isKey: false)
        }
    }

    /// Skips the lines of a block scalar, up to the end of the last one.
    private mutating func skipIndented(beyond column: Int) {
        while position < text.count {
            let start = position
            skipSpaces()
            if !Self.isEnd(current), position - start <= column {
                position = start - 1
                return
            }
            skipLine()
        }
    }

    /// Reads a list or mapping in brackets, which may span lines.
    private mutating func readFlow() {
        depth += 1
        defer { depth -= 1 }
        // No revision is as deep; an imported file may be.
        guard depth <= 100 else {
            position = text.count
            return
        }
        position += 1
        while let scalar = current {
            switch scalar {
            case "]", "}":
                position += 1
                return
            case ",", " ", "\t", "\n", "\r": position += 1
            case "#" where Self.isBlank(at(-1)): while !Self.isEnd(current) { position += 1 }
            default: readEntry()
            }
        }
    }

    private mutating func readEntry() {
        skipProperties()
        if (current == "{" && at(1) != "{") || current == "[" { return readFlow() }
        let start = position
        let range = readScalar(inFlow: true)
        if position == start { position += 1 }
        skipSpaces()
        guard current == ":" else { return add(range, isKey: false) }
        add(range, isKey: true)
        position += 1
        while current == " " || current == "\t" || current == "\n" || current == "\r" { position += 1 }
        flows.append(string(range))
        if current != ",", current != "}", current != "]" { readEntry() }
        flows.removeLast()
    }

    /// Skips anchors and tags.
    private mutating func skipProperties() {
        while current == "&" || current == "!" {
            while !Self.isBlank(current) { position += 1 }
            skipSpaces()
        }
    }

    /// Reads a scalar up to the sign that ends it. Returns its range without quotes.
    private mutating func readScalar(inFlow: Bool, isValue: Bool = false) -> Range<Int> {
        let start = position
        if let quote = current, quote == "\"" || quote == "'" {
            position += 1
            while let scalar = current, scalar != quote || quote == "'" && at(1) == "'" {
                position += scalar == "\\" && quote == "\"" || scalar == quote ? 2 : 1
            }
            position = min(position + 1, text.count)
            return start + 1..<max(start + 1, position - 1)
        }
        while let scalar = current, !Self.isEnd(scalar) {
            if inFlow, scalar == "," || scalar == "]" || scalar == "}" { break }
            if !isValue, scalar == ":", Self.isBlank(at(1)) || inFlow && (at(1) == "," || at(1) == "}" || at(1) == "]") { break }
            if scalar == "#", position > start, Self.isBlank(at(-1)) { break }
            skipPlaceholder()
            position += 1
        }
        var end = min(position, text.count)
        while end > start, Self.isBlank(text[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Moves to the last brace of a template or a reference to the environment, in which other signs have no meaning.
    private mutating func skipPlaceholder() {
        let length = current == "{" && at(1) == "{" ? 2 : current == "$" && at(1) == "{" ? 1 : 0
        guard length > 0 else { return }
        var end = position
        while end < text.count, !Self.isEnd(text[end]) {
            if text[end] == "}", length == 1 || end + 1 < text.count && text[end + 1] == "}" {
                position = end + length - 1
                return
            }
            end += 1
        }
    }

    private mutating func add(_ range: Range<Int>, isKey: Bool) {
        guard !range.isEmpty else { return }
        tokens.append(Token(range: range, path: blocks.map(\.key) + flows, isKey: isKey))
    }
}
