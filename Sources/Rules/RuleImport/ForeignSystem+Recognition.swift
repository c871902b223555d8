import BotConfiguration

/// The recognition of a file by keys that one system alone has.
extension ForeignSystem {
    private static let automoderatorKeys: Set<Substring> = [
        "action", "action_reason", "body", "comment", "domain", "modmail", "moderators_exempt", "parent_submission", "set_flair",
        "standard", "title", "url",
    ]

    /// Recognizes the system of a document; `nil` if it might be of any.
    init?(recognizing document: String) {
        guard let root = ForeignDocument.read(JSONNotation.readable(document), file: "", DiagnosticCollector()) else {
            return nil
        }
        if Self.isDiscord(root) {
            self = .discord
        } else if Self.isZeppelin(root) {
            self = .zeppelin
        } else if document.first(where: { !$0.isWhitespace }) != "{", Self.isAutoModerator(root) {
            self = .automoderator
        } else {
            return nil
        }
    }

    private static func isDiscord(_ root: ConfigNode) -> Bool {
        DiscordRule.list(in: root).foreignItems.contains { $0.value("trigger_type") != nil }
    }

    private static func isZeppelin(_ root: ConfigNode) -> Bool {
        guard case .map(let entries) = root.kind else { return false }
        return entries.contains { entry in
            guard case .map = entry.value.kind else { return false }
            return entry.key == "plugins" || entry.value.value("config") != nil || entry.value.value("overrides") != nil
        }
    }

    /// Keys may join several fields and have modifiers: `~title+body (regex)`.
    private static func isAutoModerator(_ root: ConfigNode) -> Bool {
        guard case .map(let entries) = root.kind else { return false }
        return entries.contains { entry in
            let fields = entry.key.lowercased().drop { $0 == "~" }.prefix { $0.isLetter || $0 == "_" || $0 == "+" }
            return fields.split(separator: "+").contains { automoderatorKeys.contains($0) }
        }
    }
}
