import BotConfiguration

/// A reader of a map in another system's document. What nobody takes remains, so that nothing is lost in silence.
struct ForeignMap {
    private let entries: [ConfigNode.Entry]
    private let diagnostics: DiagnosticCollector
    private var taken: Set<String> = []

    /// Creates a reader; `nil`, with a diagnostic, for a node that is no map. An empty node counts as an empty map.
    init?(_ node: ConfigNode, _ what: String, _ diagnostics: DiagnosticCollector) {
        self.diagnostics = diagnostics
        if case .map(let entries) = node.kind {
            self.entries = entries
        } else if node.isEmpty {
            entries = []
        } else {
            diagnostics.error(
                "wrong-kind", "\(what) must be a map of keys and values, not \(node.kindName)", at: node.position)
            return nil
        }
    }

    /// The entries that were not taken, without those of no value.
    var rest: [ConfigNode.Entry] { entries.filter { !taken.contains($0.key) && !$0.value.isNothing } }

    /// Returns the value of a key; `nil` if it is missing or `null`.
    mutating func take(_ key: String) -> ConfigNode? {
        taken.insert(key)
        return entries.first { $0.key == key }.flatMap { $0.value.isNothing ? nil : $0.value }
    }

    mutating func text(_ key: String) -> String? { take(key).flatMap { $0.foreignText(diagnostics) } }
    mutating func texts(_ key: String) -> [String] { take(key).map { $0.foreignTexts(diagnostics) } ?? [] }

    /// Returns a truth value.
    mutating func truth(_ key: String) -> Bool? {
        guard let node = take(key), let text = node.foreignText(diagnostics) else { return nil }
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default:
            diagnostics.error("wrong-kind", "'\(key)' must be true or false, not '\(text.prefix(40))'", at: node.position)
            return nil
        }
    }

    mutating func number(_ key: String) -> Int? {
        guard let node = take(key), let text = node.foreignText(diagnostics) else { return nil }
        guard let number = Int(text), (-1_000_000_000...1_000_000_000).contains(number) else {
            diagnostics.error("wrong-number", "'\(key)' must be a whole number, not '\(text.prefix(40))'", at: node.position)
            return nil
        }
        return number
    }

    /// Returns the items of a list; any other node counts as one item.
    mutating func items(_ key: String) -> [ConfigNode] { take(key)?.foreignItems ?? [] }

    /// Marks keys as taken: those of entries that are read already, and those without a meaning for an import.
    mutating func skip(_ keys: String...) { taken.formUnion(keys) }
}

extension ConfigNode {
    /// A Boolean value that indicates whether the node is `null` or has no value.
    var isNothing: Bool {
        if case .scalar(let text, .plain) = kind { PlainScalar(text) == .nothing } else { false }
    }

    var foreignItems: [ConfigNode] { if case .list(let items) = kind { items } else { [self] } }

    /// The text of a scalar; `nil`, with a diagnostic, for anything else.
    func foreignText(_ diagnostics: DiagnosticCollector) -> String? {
        if let scalarText { return scalarText }
        diagnostics.error("wrong-kind", "expected a text, not \(kindName)", at: position)
        return nil
    }

    /// The texts of a scalar or of a list of scalars.
    func foreignTexts(_ diagnostics: DiagnosticCollector) -> [String] {
        foreignItems.compactMap { $0.isNothing ? nil : $0.foreignText(diagnostics) }
    }
}
