/// Queries that readers make before they examine a node, so that a blank node can record them.
extension DiagnosticCollector {
    /// Records the format of text that a blank node expects; returns whether the node is blank.
    package func record(_ text: TextFormat, for node: ConfigNode) -> Bool {
        guard let recorder, let sketch = node.sampleID else { return false }
        recorder.note(sketch) { $0.add(text) }
        return true
    }

    /// Returns the node itself; for a blank one, the node in which everything of this name is read, or `nil` if that has already
    /// been done.
    ///
    /// For readers that can be recursive: a condition within a condition.
    package func shared(_ name: String, _ node: ConfigNode) -> ConfigNode? {
        guard let recorder, let sketch = node.sampleID else { return node }
        return recorder.definition(name, referredToBy: sketch)
    }

    /// Records that a node read elsewhere has the shared definition of this name.
    func refer(_ node: ConfigNode, to name: String) {
        guard let recorder, let sketch = node.sampleID else { return }
        recorder.refer(sketch, to: name)
    }
}
