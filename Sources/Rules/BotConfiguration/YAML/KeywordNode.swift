/// An item that is a keyword, or a map of one keyword with its argument: `read_only`, `{ max_length: 500 }`.
package struct KeywordNode {
    package let name: String
    package let position: SourcePosition
    package private(set) var value: ConfigNode?
    private let what: String
    /// The recorder's index of the node.
    private let sample: Int?

    /// Parses a node; returns `nil` and adds a diagnostic for another shape or an unknown keyword.
    package init?(
        _ node: ConfigNode, _ names: [String], _ what: String, code: String = "unknown-word", _ diagnostics: DiagnosticCollector
    ) {
        self.what = what
        sample = node.sampleID
        if let recorder = diagnostics.recorder, let sample, !names.isEmpty {
            name = names[recorder.alternative(of: names.count, at: sample, "word")]
            position = node.position
            value = recorder.word(name, of: sample)
            return
        }
        switch node.kind {
        case .scalar(let text, _): (name, position, value) = (text, node.position, nil)
        // Of several keys, the first is reported if it is unknown, because the others may belong to it.
        case .map(let entries) where entries.count == 1 || entries.count > 1 && !names.isEmpty && !names.contains(entries[0].key):
            guard let entry = entries.first else { return nil }
            (name, position, value) = (entry.key, entry.keyPosition, entry.value)
        case .map(let entries) where entries.count > 1:
            diagnostics.error(
                "several-keys", "\(what) has exactly one key; write one item for each key", at: entries[1].keyPosition,
                suggestion: "begin a new item: - \(entries[1].key): …")
            return nil
        default:
            diagnostics.error(
                "wrong-kind", "expected \(what), not \(node.kindName)", at: node.position,
                suggestion: Self.hint(node, names))
            return nil
        }
        guard names.contains(name) else {
            if let suggestion = Self.hint(name, value, names, what) {
                diagnostics.error(
                    code, "'\(name)' is not \(what); expected one of \(names.joined(separator: ", "))", at: position,
                    suggestion: suggestion)
                return nil
            }
            diagnostics.unknownWord(
                name, at: position, code: code,
                message: "'\(name)' is not \(what); expected one of \(names.joined(separator: ", "))", candidates: names)
            return nil
        }
    }

    /// Returns the argument of a keyword that requires one.
    package func argument(_ diagnostics: DiagnosticCollector) -> ConfigNode? {
        note(diagnostics) { $0.standsAlone = false }
        if value == nil {
            diagnostics.error("missing-value", "'\(name)' needs a value", at: position, suggestion: "write { \(name): … }")
        }
        return value
    }

    /// Returns whether a keyword that takes no argument has none.
    package func takesNoArgument(_ diagnostics: DiagnosticCollector) -> Bool {
        note(diagnostics) { $0.takesValue = false }
        guard let value, value.sampleID == nil, !value.isEmpty, value.kind != .map([]) else { return true }
        diagnostics.error("wrong-kind", "'\(name)' takes no value", at: value.position, suggestion: "write \(name)")
        return false
    }

    /// Returns the keyword without one key of its argument, for a caller that has read that key.
    package func without(_ key: String) -> KeywordNode {
        guard case .map(let entries)? = value?.kind else { return self }
        var rest = self
        rest.value?.kind = .map(entries.filter { $0.key != key })
        return rest
    }

    private func note(_ diagnostics: DiagnosticCollector, _ change: (inout SchemaSample.Word) -> Void) {
        guard let recorder = diagnostics.recorder, let sample else { return }
        recorder.noteWord(name, of: sample, change)
    }

    /// Returns a suggestion for `-reply`, for `last: 5` in quotes, and for words that belong elsewhere; `nil` if only the spelling can help.
    private static func hint(_ name: String, _ value: ConfigNode?, _ names: [String], _ what: String) -> String? {
        let bare = name.drop { "-–—−•* ".contains($0) }
        if bare.count < name.count, let word = names.first(where: { bare == $0 || bare.hasPrefix("\($0):") }) {
            return "write - \(word): a hyphen, a space, and the word"
        }
        let parts = name.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
        if value == nil, parts.count == 2, names.contains(String(parts[0])) {
            return "write { \(parts[0]): \(parts[1]) } without quotes"
        }
        return KeyAdvice.advice(for: name, of: what, value: value ?? .nothing)
    }

    private static func hint(_ node: ConfigNode, _ names: [String]) -> String {
        if case .list = node.kind { return "remove the inner brackets, or the second '-'" }
        return "write one of \(names.joined(separator: ", "))"
    }
}
