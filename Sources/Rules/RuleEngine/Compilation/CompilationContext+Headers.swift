import BotConfiguration
import ChatModel

extension CompilationContext {
    var headerRules: HeaderSchema { configuration.headers.rules }

    /// Returns whether a header's name is valid. Headers without a declaration are read as written.
    func knows(header: String, at position: SourcePosition) -> Bool {
        guard MessageHeader.isName(header) else {
            diagnostics.error("bad-name", "\(MessageHeaderError.badName(String(header.prefix(100))))", at: position)
            return false
        }
        let described = configuration.headers.all.map(\.name)
        if !described.contains(header), let nearest = Spelling.nearest(to: header, among: described) {
            diagnostics.warning(
                "unknown-header", "'headers' does not define '\(header)'", at: position, suggestion: "did you mean '\(nearest)'?")
        }
        return true
    }

    /// Returns whether a header may have a key. A declared header has only the keys of its declaration.
    func knows(key: String, of header: String, at position: SourcePosition) -> Bool {
        guard MessageHeader.isName(key) else {
            diagnostics.error("bad-name", "\(MessageHeaderError.badName(String(key.prefix(100))))", at: position)
            return false
        }
        guard let described = configuration.headers.all.first(where: { $0.name == header }) else { return true }
        if described.kinds[key] != nil { return true }
        let keys = described.kinds.keys.sorted()
        diagnostics.unknownWord(
            key, at: position, code: "unknown-header-key",
            message:
                "the header '\(header)' (\(described.position)) has no key '\(key)'; known keys: \(keys.joined(separator: ", "))",
            candidates: keys)
        return false
    }
}
