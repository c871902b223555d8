/// Queries that readers make before they examine a node, so that a blank node can record them.
extension DiagnosticCollector {
    /// Records the format of text that a blank node expects; returns whether the node is blank.
    package func record(_ text: @autoclosure () -> TextFormat, for node: ConfigNode) -> Bool {
        guard let recorder, let sample = node.sampleID else { return false }
        recorder.note(sample) { $0.add(text()) }
        return true
    }

    /// Records that a blank node expects a name, or a map of names with further values; returns whether the node is blank.
    package func recordReference(_ what: String, _ values: String, for node: ConfigNode) -> Bool {
        guard recorder != nil, node.sampleID != nil else { return false }
        if node.isText(self) {
            _ = node.text(self)
        } else {
            for entry in node.named(what, self) { _ = entry.value.named(values, self) }
        }
        return true
    }

    /// Returns the node itself; for a blank one, the node in which everything of this name is read, or `nil` if that has already
    /// been done.
    ///
    /// For readers that can be recursive: a condition within a condition.
    package func shared(_ name: String, _ node: ConfigNode) -> ConfigNode? {
        guard let recorder, let sample = node.sampleID else { return node }
        return recorder.definition(name, referredToBy: sample)
    }

    /// Records that a node read elsewhere has the shared definition of this name.
    func refer(_ node: ConfigNode, to name: String) {
        guard let recorder, let sample = node.sampleID else { return }
        recorder.refer(sample, to: name)
    }

    /// Records that the items of a list read elsewhere have the shared definition of this name.
    func refer(itemsOf list: ConfigNode, to name: String) {
        guard recorder != nil else { return }
        for item in list.list(orSingle: true, self) ?? [] { refer(item, to: name) }
    }
}
