import BotConfiguration

extension ConfigNode {
    /// Returns the items of a list, or a single item. An empty list is an error.
    func items(_ diagnostics: DiagnosticCollector) -> [ConfigNode]? {
        guard let items = list(orSingle: true, diagnostics) else { return nil }
        guard !items.isEmpty else {
            diagnostics.error("missing-value", "this list is empty", at: position, suggestion: "write an item, or remove the key")
            return nil
        }
        return items
    }
}
