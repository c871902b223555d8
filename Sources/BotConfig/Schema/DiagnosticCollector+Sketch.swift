/// What readers ask before they look at a node themselves, so that a blank one can learn from the question.
extension DiagnosticCollector {
    /// Whether a blank node has noted what kind of text belongs there.
    package func notes(_ text: TextFormat, of node: ConfigNode) -> Bool {
        guard let recorder, let sketch = node.sketch else { return false }
        recorder.note(sketch) { $0.add(text) }
        return true
    }

    /// The node itself; for a blank one, the one place where all that goes by this name is read, or `nil` where that has been done.
    ///
    /// For readers that may meet themselves below: a condition within a condition.
    package func shared(_ name: String, _ node: ConfigNode) -> ConfigNode? {
        guard let recorder, let sketch = node.sketch else { return node }
        return recorder.definition(name, referredToBy: sketch)
    }

    /// Says what a node is that somebody else reads, by the name under which that is shared.
    func refer(_ node: ConfigNode, to name: String) {
        guard let recorder, let sketch = node.sketch else { return }
        recorder.refer(sketch, to: name)
    }
}
