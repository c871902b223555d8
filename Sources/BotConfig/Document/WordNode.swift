/// An item that is a word, or a map of one word and its argument: `read_only`, `{ max_length: 500 }`.
package struct WordNode {
    package let name: String
    package let place: Place
    package let value: ConfigNode?
    private let what: String

    /// `nil`, and a diagnostic, for another shape or another word.
    package init?(_ node: ConfigNode, _ names: [String], _ what: String, code: String = "unknown-word", _ findings: Findings) {
        switch node.kind {
        case .scalar(let text, _): (name, place, value) = (text, node.place, nil)
        case .map(let entries) where entries.count == 1:
            guard let entry = entries.first else { return nil }
            (name, place, value) = (entry.key, entry.keyPlace, entry.value)
        case .map(let entries) where entries.count > 1:
            findings.error("several-keys", "\(what) has one key; write one item for each", at: entries[1].keyPlace)
            return nil
        default:
            findings.error("wrong-kind", "\(what) belongs here, not \(node.kindName)", at: node.place)
            return nil
        }
        self.what = what
        guard names.contains(name) else {
            findings.unknownWord(
                name, at: place, code: code,
                message: "'\(name)' is not \(what); it is one of \(names.joined(separator: ", "))", candidates: names)
            return nil
        }
    }

    /// The argument of a word that needs one.
    package func argument(_ findings: Findings) -> ConfigNode? {
        if value == nil { findings.error("missing-value", "'\(name)' needs a value: { \(name): … }", at: place) }
        return value
    }
}
