import BotConfiguration

/// A rule of Zeppelin's automod.
struct ZeppelinRule {
    var name: String
    var isEnabled: Bool
    var affectsBots: Bool
    var allowsFurtherRules: Bool
    var cooldown: String?
    /// The triggers, any of which starts the rule.
    var triggers: [ConfigNode.Entry]
    var actions: [ConfigNode.Entry]
    /// The keys that this import does not know.
    var leftOver: [String]
    var position: SourcePosition

    init?(_ name: String, at position: SourcePosition, _ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        self.name = name
        self.position = position
        guard var map = ForeignMap(node, "a rule", diagnostics) else { return nil }
        isEnabled = map.truth("enabled") ?? true
        affectsBots = map.truth("affects_bots") ?? false
        allowsFurtherRules = map.truth("allow_further_rules") ?? false
        cooldown = map.text("cooldown")
        triggers = map.items("triggers").flatMap { item -> [ConfigNode.Entry] in
            if case .map(let entries) = item.kind { return entries }
            diagnostics.error("wrong-kind", "a trigger must be a map, not \(item.kindName)", at: item.position)
            return []
        }
        actions = []
        if let node = map.take("actions") {
            if case .map(let entries) = node.kind {
                actions = entries.filter { !$0.value.isNothing && $0.value.scalarText != "false" }
            } else {
                diagnostics.error("wrong-kind", "'actions' must be a map, not \(node.kindName)", at: node.position)
            }
        }
        map.skip("name", "pretty_name", "affects_self", "presets")
        leftOver = map.rest.map(\.key)
    }
}

extension ConfigNode {
    /// Returns the node with the values of another, map by map, as Zeppelin merges overrides.
    func merged(with other: ConfigNode) -> ConfigNode {
        guard case .map(var entries) = kind, case .map(let others) = other.kind else { return other }
        let places = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
        for entry in others {
            if let index = places[entry.key] {
                entries[index].value = entries[index].value.merged(with: entry.value)
            } else {
                entries.append(entry)
            }
        }
        var node = self
        node.kind = .map(entries)
        return node
    }
}
