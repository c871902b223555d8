/// Reads a map key by key. Every key that was asked for is known; `finish` reports the others.
package struct MapReader {
    package let place: Place
    private let what: String
    private let entries: [ConfigNode.Entry]
    private let findings: Findings
    private var known: [String] = []

    /// `nil`, and a diagnostic, for a node that is not a map; an empty one counts as a map without keys.
    ///
    /// - Parameter what: what the map is, for messages: `a rule`.
    package init?(_ node: ConfigNode, _ what: String, _ findings: Findings) {
        switch node.kind {
        case .map(let entries): self.entries = entries
        case .scalar where node.isEmpty: entries = []
        default:
            findings.error("wrong-kind", "\(what) is a map of keys and values, not \(node.kindName)", at: node.place)
            return nil
        }
        place = node.place
        self.what = what
        self.findings = findings
    }

    /// The value of a key; `nil` where it was not given.
    package mutating func take(_ key: String) -> ConfigNode? { entry(key)?.value }

    /// A key with its place and value.
    package mutating func entry(_ key: String) -> ConfigNode.Entry? {
        known.append(key)
        return entries.first { $0.key == key }
    }

    /// The value of a key that must be there.
    package mutating func require(_ key: String) -> ConfigNode? {
        let value = take(key)
        if value == nil { findings.error("missing-key", "\(what) needs the key '\(key)'", at: place) }
        return value
    }

    package func finish() {
        for entry in entries where !known.contains(entry.key) {
            findings.unknownWord(
                entry.key, at: entry.keyPlace, code: "unknown-key",
                message: "'\(entry.key)' is not a key of \(what); it has \(known.joined(separator: ", "))",
                candidates: known)
        }
    }
}
