package import ChatModel

/// The keys of one kind of header before a message's text: `ticket: { id: identifier, priority: number, urgent: flag }`.
package struct HeaderSettings: Named {
    package static let noun = "header"

    package var name: String
    package var position: SourcePosition
    package var kinds: [String: HeaderSchema.Kind]
}

extension HeaderSettings {
    init?(_ entry: ConfigNode.Entry, _ diagnostics: DiagnosticCollector) {
        let keys = entry.value.named("a header", diagnostics)
        let read = keys.compactMap { key -> (String, HeaderSchema.Kind)? in
            guard key.isHeaderName(diagnostics) else { return nil }
            return key.value.choice(HeaderSchema.Kind.self, "a value type", diagnostics).map { (key.key, $0) }
        }
        guard entry.isHeaderName(diagnostics), read.count == keys.count else { return nil }
        if keys.isEmpty {
            diagnostics.error(
                "missing-value", "a header needs at least one key", at: entry.keyPosition,
                suggestion: "write \(entry.key): { id: identifier }")
            return nil
        }
        name = entry.key
        position = entry.keyPosition
        kinds = Dictionary(read) { first, _ in first }
    }
}

extension ConfigNode.Entry {
    /// Returns whether the key is a valid name of a header or header key; adds a diagnostic otherwise.
    package func isHeaderName(_ diagnostics: DiagnosticCollector) -> Bool {
        if MessageHeader.isName(key) { return true }
        diagnostics.error("bad-name", "\(MessageHeaderError.badName(String(key.prefix(100))))", at: keyPosition)
        return false
    }
}

extension Catalog<HeaderSettings> {
    /// The rules for parsing and encoding headers.
    package var rules: HeaderSchema {
        HeaderSchema(Dictionary(all.map { ($0.name, $0.kinds) }) { first, _ in first })
    }
}
