/// Edits the bots in the text of `config.yaml`. Comments, order and alignment are preserved.
enum ConfigText {
    /// Returns the text with one more bot below the others.
    ///
    /// - Parameter channel: A channel's name, or `all`.
    /// - Throws: `BotScaffoldError.cannotEdit`.
    static func adding(_ name: BotName, in channel: String, to text: String, file: String) throws(BotScaffoldError) -> String {
        let value = "{ enabled_in: \(channel == "all" ? "all" : "[\(channel)]") }"
        var source = SourceLines(text)
        guard let start = source.lines.firstIndex(where: { $0.hasPrefix("bots:") }) else {
            return text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + "\nbots:\n  \(name.identifier): \(value)\n"
        }
        let rest = source.trimmed(start).dropFirst("bots:".count).drop { $0 == " " || $0 == "\t" }
        guard rest.isEmpty || rest.hasPrefix("#") else {
            throw .cannotEdit(
                file: file, why: "lists its bots on one line", add: "\(name.identifier): \(value)")
        }
        // The block ends at the next unindented line. Lines indented deeper than the bots' names belong to the bot above.
        let block = (start + 1..<source.lines.count).prefix { index in
            let line = source.trimmed(index)
            return line.isEmpty || line.hasPrefix(" ") || line.hasPrefix("#")
        }
        let entries = block.filter { index in
            let line = source.trimmed(index)
            return line.hasPrefix(" ") && line.first { $0 != " " } != "#"
        }
        guard let last = entries.last, let first = entries.first else {
            source.insert("  \(name.identifier): \(value)", after: start)
            return source.text
        }
        let indent = source.trimmed(first).prefix { $0 == " " }
        source.insert(indent + key(name.identifier, like: source.trimmed(last), indent.count) + value, after: last)
        return source.text
    }

    /// The name with a colon, padded to the column of the values above.
    private static func key(_ name: String, like line: Substring, _ indent: Int) -> String {
        let entry = line.dropFirst(indent)
        let key = entry.prefix { $0 != ":" }
        let gap = entry.dropFirst(key.count + 1).prefix { $0 == " " }
        let isEntry = entry.first != " " && gap.count > 0
        let column = isEntry ? key.count + 1 + gap.count : 0
        return name + ":" + String(repeating: " ", count: max(1, column - name.count - 1))
    }
}
