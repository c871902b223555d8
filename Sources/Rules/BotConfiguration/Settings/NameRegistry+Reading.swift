import ChatModel

extension NameRegistry {
    /// Reads `names: { clans: {…}, categories: {…}, channels: {…}, roles: {…}, users: {…} }`.
    init(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        self.init()
        guard var map = MapReader(node, "'names'", diagnostics) else { return }
        for kind in Kind.allCases where kind != .lists {
            for entry in map.take(kind.rawValue, "Names for Mezon ids.")?.named("names.\(kind.rawValue)", diagnostics) ?? [] {
                guard NameRegistry.isUsable(entry, diagnostics) else { continue }
                if diagnostics.record(.pattern("^[1-9][0-9]{0,18}$", example: "1900000000000000011"), for: entry.value) {
                    continue
                }
                guard case .scalar(let text, let style) = entry.value.kind, let id = ChannelID(text), !id.isNone else {
                    diagnostics.error(
                        "bad-id", "expected a Mezon id: digits in quotes", at: entry.value.position,
                        suggestion: "copy it in Mezon: right-click the \(kind.singular)")
                    continue
                }
                NameRegistry.warnIfUnquoted(style, at: entry.value.position, diagnostics)
                add(
                    Entry(
                        name: entry.key, kind: kind, id: id.rawValue, position: entry.keyPosition,
                        idPosition: entry.value.position), diagnostics)
            }
        }
        map.finish()
    }

    /// Returns whether a name is valid. `all` stands for every channel in other keys; `here`, `me` and others are keywords of
    /// actions.
    static func isUsable(_ entry: ConfigNode.Entry, _ diagnostics: DiagnosticCollector) -> Bool {
        let name = entry.key
        if !reserved.contains(name), !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) {
            return true
        }
        let letters = name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
        let bare = String(letters.drop { $0 == "-" })
        let repaired = bare.isEmpty ? "another" : bare
        diagnostics.error(
            "bad-name", "a name consists of letters, digits, '-', '_' and '.', and is not 'all', 'here', 'me', 'clan' or 'none'",
            at: entry.keyPosition, suggestion: reserved.contains(name) ? "write \(name)-channel" : "write \(repaired)")
        return false
    }

    private static let reserved: Set<String> = ["all", "here", "me", "clan", "none"]
}
