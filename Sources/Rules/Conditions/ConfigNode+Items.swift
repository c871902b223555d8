import BotConfig

extension ConfigNode {
    /// Returns the items of a list, or a single item. An empty list is an error.
    func items(_ findings: DiagnosticCollector) -> [ConfigNode]? {
        guard let items = list(orSingle: true, findings) else { return nil }
        guard !items.isEmpty else {
            findings.error("missing-value", "this list is empty", at: position, suggestion: "write an item, or remove the key")
            return nil
        }
        return items
    }
}
