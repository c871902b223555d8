import BotConfiguration

/// An embed of a message of Zeppelin.
struct ZeppelinEmbed {
    private var map: ForeignMap
    private let diagnostics: DiagnosticCollector
    /// A Boolean value that indicates whether a part was left out.
    private(set) var isPartial = false

    private static let maxFields = 25

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard let map = ForeignMap(node, "an embed", diagnostics) else { return nil }
        self.map = map
        self.diagnostics = diagnostics
    }

    /// Returns the entries of an embed of ours.
    ///
    /// - Parameter written: Returns a text with the placeholders of ours.
    mutating func entries(_ written: (String) -> String) -> [RuleNode.Entry] {
        var entries: [RuleNode.Entry] = []
        func add(_ key: String, _ value: RuleNode?) {
            if let value { entries.append(RuleNode.Entry(key: key, value: value)) }
        }
        add("title", map.text("title").map { .text(written($0)) })
        add("url", address(map.text("url")))
        add("text", map.text("description").map { .text(written($0)) })
        add("color", map.text("color").flatMap(Self.color).map(RuleNode.text))
        add("author", line("author", "name", written))
        add("image", picture("image"))
        add("thumbnail", picture("thumbnail"))
        add("footer", line("footer", "text", written))
        let fields = map.items("fields").prefix(Self.maxFields).compactMap { field($0, written) }
        if !fields.isEmpty { add("fields", .list(fields)) }
        if !map.rest.isEmpty { isPartial = true }
        return entries
    }

    /// Returns an address as it is; `nil` for one with a placeholder, whose host nobody knows.
    private mutating func address(_ text: String?) -> RuleNode? {
        guard let text else { return nil }
        guard text.hasPrefix("https://"), !text.contains("{"), !text.contains(where: \.isWhitespace) else {
            isPartial = true
            return nil
        }
        return .text(text)
    }

    private mutating func picture(_ key: String) -> RuleNode? {
        guard let node = map.take(key), var picture = ForeignMap(node, "'\(key)'", diagnostics) else { return nil }
        return address(picture.text("url"))
    }

    /// Returns the line above or below the text.
    private mutating func line(_ key: String, _ textKey: String, _ written: (String) -> String) -> RuleNode? {
        guard let node = map.take(key), var line = ForeignMap(node, "'\(key)'", diagnostics), let text = line.text(textKey)
        else { return nil }
        var entries = [RuleNode.Entry(key: textKey, value: .text(written(text)))]
        if let url = address(line.text("url")) { entries.append(RuleNode.Entry(key: "url", value: url)) }
        if let icon = address(line.text("icon_url")) { entries.append(RuleNode.Entry(key: "icon", value: icon)) }
        return .map(entries)
    }

    private func field(_ node: ConfigNode, _ written: (String) -> String) -> RuleNode? {
        guard var field = ForeignMap(node, "a field", diagnostics), let name = field.text("name"), let value = field.text("value")
        else { return nil }
        let isInline = field.truth("inline") ?? false
        let entries: [RuleNode.Entry] = [
            RuleNode.Entry(key: "name", value: .text(written(name))), RuleNode.Entry(key: "value", value: .text(written(value))),
        ]
        return .map(isInline ? entries + [RuleNode.Entry(key: "inline", value: .word("true"))] : entries)
    }

    /// Returns a colour such as `#ff0000` for `0xFF0000`, `#FF0000` or a number.
    private static func color(_ text: String) -> String? {
        let digits = text.lowercased().replacing("0x", with: "").replacing("#", with: "")
        let isHexadecimal = text.lowercased().hasPrefix("0x") || text.hasPrefix("#")
        guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value <= 0xFFFFFF else { return nil }
        let code = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 6 - code.utf8.count) + code
    }
}
