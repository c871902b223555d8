import BotConfig

extension ConfigNode {
    /// The items of a list, or a single one; an empty list is a mistake.
    func items(_ findings: DiagnosticCollector) -> [ConfigNode]? {
        guard let items = list(orSingle: true, findings) else { return nil }
        guard !items.isEmpty else {
            findings.error("missing-value", "this list is empty", at: place, suggestion: "write an item, or remove the key")
            return nil
        }
        return items
    }
}
