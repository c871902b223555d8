import BotConfiguration

/// Writes values as YAML: short ones on one line, others as blocks.
struct YAMLWriter {
    private static let width = 120

    private(set) var lines: [String] = []

    /// Appends an entry of a map. A value that fits follows its key on the same line.
    mutating func write(_ entry: RuleNode.Entry, indent: Int, after lead: String? = nil) {
        let front = (lead ?? Self.spaces(indent)) + Self.scalar(entry.key) + ":"
        // Actions stand below each other, however short they are.
        if entry.key != "then", let flow = Self.flow(entry.value), front.count + 1 + flow.count <= Self.width {
            lines.append("\(front) \(flow)")
            return
        }
        switch entry.value {
        case .word(let word): lines.append("\(front) \(word)")
        case .text(let text):
            guard let block = Self.block(text) else {
                lines.append("\(front) \(Self.scalar(text))")
                return
            }
            lines.append("\(front) |-")
            lines += block.map { $0.isEmpty ? "" : Self.spaces(indent + 2) + $0 }
        case .list(let items):
            lines.append(front)
            for item in items { write(item: item, indent: indent + 2) }
        case .map(let entries):
            lines.append(front)
            for entry in entries { write(entry, indent: indent + 2) }
        }
    }

    /// Appends an item of a list, on one line if it fits.
    mutating func write(item: RuleNode, indent: Int, asBlock: Bool = false) {
        let lead = Self.spaces(indent) + "- "
        if case .map(let entries) = item, let only = entries.first, entries.count == 1 {
            // An action or a condition with its argument.
            return write(only, indent: indent + 2, after: lead)
        }
        if !asBlock, let flow = Self.flow(item), lead.count + flow.count <= Self.width {
            lines.append(lead + flow)
            return
        }
        switch item {
        case .word(let word): lines.append(lead + word)
        case .text(let text): lines.append(lead + Self.scalar(text))
        case .list(let items):
            lines.append(Self.spaces(indent) + "-")
            for item in items { write(item: item, indent: indent + 2) }
        case .map(let entries):
            for (index, entry) in entries.enumerated() { write(entry, indent: indent + 2, after: index == 0 ? lead : nil) }
        }
    }

    /// Appends a comment of one or several lines.
    mutating func write(comment: String, indent: Int, hanging: Bool = false) {
        let front = Self.spaces(indent) + "#"
        var line = front
        for word in Self.visible(comment).split(separator: " ") {
            if line.count > front.count, line.count + 1 + word.count > Self.width {
                lines.append(line)
                line = front + (hanging ? "   " : "")
            }
            line += " " + word
        }
        lines.append(line)
    }

    mutating func write(line: String) { lines.append(line) }
    mutating func removeLast() { lines.removeLast() }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Returns a value on one line; `nil` if a text in it has several lines.
    private static func flow(_ node: RuleNode) -> String? {
        switch node {
        case .word(let word): return word
        case .text(let text): return block(text) == nil ? scalar(text) : nil
        case .list(let items):
            let parts = items.compactMap(flow)
            return parts.count == items.count ? "[\(parts.joined(separator: ", "))]" : nil
        case .map(let entries):
            let parts = entries.compactMap { entry in flow(entry.value).map { "\(scalar(entry.key)): \($0)" } }
            guard parts.count == entries.count else { return nil }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        }
    }

    /// Returns the lines of a text that a block can hold.
    private static func block(_ text: String) -> [String]? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 1, lines.first?.isEmpty == false, lines.first?.first != " ", lines.last?.isEmpty == false,
            lines.allSatisfy({ line in
                !line.unicodeScalars.contains(where: isHidden) && line.prefix { $0 == " " || $0 == "\t" }.allSatisfy { $0 == " " }
            })
        else { return nil }
        return lines
    }

    /// Returns a text as a scalar on one line, quoted where YAML could read it otherwise.
    static func scalar(_ text: String) -> String {
        if isPlain(text) { return text }
        if !text.unicodeScalars.contains(where: { isHidden($0) || $0 == "\t" }) { return ConfigNode.quoted(text) }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\t": "\\t"
            default: isHidden(scalar) ? escape(scalar) : String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: max(0, 8 - code.count)) + code
    }

    /// Characters that a configuration may not contain as they are, or that change the direction of text.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0x09: false
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF,
            0xE000...0xF8FF, 0xF_0000...0x10_FFFF:
            true
        default: false
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || ("0"..."9").contains(first),
            PlainScalar(text) == .text, text.unicodeScalars.last != " "
        else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.isASCII && " -_./0123456789".unicodeScalars.contains($0)
        }
    }

    private static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\t" || isHidden($0) ? " " : $0 }))
    }
}
