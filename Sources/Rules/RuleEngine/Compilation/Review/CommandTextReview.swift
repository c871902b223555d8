import BotConfiguration

/// Finds rules for commands that compare the text without the prefix: the text of a command begins with it.
struct CommandTextReview {
    let rule: CompiledRule
    let prefixes: [String]
    let diagnostics: DiagnosticCollector

    func review(_ part: ConfigNode) {
        guard !rule.triggers.isEmpty, rule.triggers.allSatisfy({ $0.kind == .command }), let entry = part.onlyEntry,
            entry.key == "text", entry.value.child("read") == nil, entry.value.child("ignore") == nil,
            entry.value.child("fold") == nil
        else { return }
        for field in ["equals", "starts_with"] {
            guard let node = entry.value.child(field) else { continue }
            let items = node.listItems
            let texts = items.compactMap(\.scalarText)
            guard !texts.isEmpty, texts.count == items.count, !texts.contains(where: canBeginCommand) else { continue }
            let command = (prefixes.first ?? "") + texts[0]
            diagnostics.warning(
                "command-without-prefix", "this never holds: the text of a command begins with its prefix", at: items[0].position,
                suggestion: "write \(ConfigNode.quoted(command)), or remove the condition")
        }
    }

    private func canBeginCommand(_ text: String) -> Bool {
        prefixes.isEmpty || prefixes.contains { text.hasPrefix($0) || $0.hasPrefix(text) }
    }
}
