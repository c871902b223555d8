import BotConfiguration
import PatternMatching
import TextFolding

/// Reads one item of `replace`: `{ text, any_word, in_list or matches, fold, with }`.
struct RelayReplacementReader {
    let compilation: CompilationContext

    private var diagnostics: DiagnosticCollector { compilation.diagnostics }

    private static let searches = ["text", "any_word", "in_list", "matches"]
    private static let maxLength = 200

    /// Returns the replacements, one for each pattern; `nil`, with diagnostics, if the item is invalid.
    func steps(_ node: ConfigNode) -> [TextReplacement]? {
        let before = diagnostics.errors
        guard var map = MapReader(node, "a replacement", diagnostics) else { return nil }
        let text = map.take("text", "A text, or a list of alternatives, anywhere in the message.")
        let word = map.take("any_word", "A whole word or phrase, or a list of alternatives.")
        let list = map.take("in_list", "A list of kind `words`.")
        let pattern = map.take("matches", "A regular expression (RE2 syntax), or a list of alternatives.")
        let folds = TextFieldReader.folds(
            map.take(
                "fold", "Differences to ignore, and disguises to see through; see Rules.md (default: case, marks, zero_width)."),
            diagnostics)
        let with = map.require("with", "The text in its place; `$1` and `${name}` are capture groups of 'matches'.")
        map.finish()
        let given = [text, word, list, pattern].compactMap(\.self)
        if given.count != 1, !diagnostics.isRecording {
            diagnostics.error(
                given.isEmpty ? "missing-key" : "contradiction",
                "a replacement needs one of \(Self.searches.joined(separator: ", "))", at: node.position,
                suggestion: given.isEmpty ? "add text: …" : "write an item for each")
        }
        guard let with, let replacement = self.text(with), diagnostics.errors == before else { return nil }
        let steps: [TextReplacement]
        if let pattern {
            steps = patterns(pattern, folds ?? .plain, replacement, with)
        } else {
            let entries =
                list.map { self.list($0, folds) }
                ?? (text ?? word).map { needles($0, folds ?? .plain, isWord: text == nil) } ?? []
            let step = TextReplacement(entries, with: replacement)
            if step == nil, let node = given.first, !entries.isEmpty {
                diagnostics.error(
                    "nothing-to-find", "nothing is left of this after folding", at: node.position,
                    suggestion: "use fewer folds, or search for letters")
            }
            steps = step.map { [$0] } ?? []
        }
        return diagnostics.errors == before ? steps : nil
    }

    private func text(_ node: ConfigNode) -> String? {
        if case .scalar("", _) = node.kind, !diagnostics.isRecording { return "" }
        guard let text = node.text(diagnostics) else { return nil }
        guard text.count <= Self.maxLength else {
            diagnostics.error(
                "too-long", "a replacement has at most \(Self.maxLength) characters; this one has \(text.count)",
                at: node.position)
            return nil
        }
        return text
    }

    private func needles(_ node: ConfigNode, _ folds: FoldSet, isWord: Bool) -> [Needle] {
        (node.items(diagnostics) ?? []).compactMap { item in
            guard let text = item.text(diagnostics) else { return nil }
            let needle = isWord ? Needle(entry: text, folds: folds) : Needle(text, folds: folds)
            return TextFieldReader.isFound(needle, at: item.position, diagnostics) ? needle : nil
        }
    }

    private func list(_ node: ConfigNode, _ folds: FoldSet?) -> [Needle] {
        guard let list = compilation.configuration.lists.list(node, of: .words, diagnostics) else { return [] }
        let folds = folds ?? TextFieldReader.folds(list.fold, diagnostics) ?? .plain
        let allowed = AllowedPhrases(list.allowed.map(\.text))
        return list.items.compactMap { item in
            var needle = Needle(entry: item.text, folds: folds)
            needle.allowed = allowed
            return TextFieldReader.isFound(needle, at: item.position, diagnostics) ? needle : nil
        }
    }

    private func patterns(
        _ node: ConfigNode, _ folds: FoldSet, _ replacement: String, _ with: ConfigNode
    ) -> [TextReplacement] {
        (node.items(diagnostics) ?? []).compactMap { item -> TextReplacement? in
            guard let text = item.text(diagnostics),
                let pattern = TextFieldReader.pattern(text, folds, item, diagnostics)
            else { return nil }
            do throws(ReplacementError) {
                return try TextReplacement(pattern, with: replacement)
            } catch {
                report(error, of: pattern, at: with)
                return nil
            }
        }
    }

    private func report(_ error: ReplacementError, of pattern: Pattern, at node: ConfigNode) {
        let keys = pattern.groups.keys.prefix(8).map { Int($0) == nil ? "${\($0)}" : "$\($0)" }
        let groups = keys.isEmpty ? "put ( ) around a part of the pattern" : "write \(keys.joined(separator: " or "))"
        diagnostics.error(
            "unknown-group",
            error.key.isEmpty ? "'$' needs the number or name of a group" : "the pattern has no group '\(error.key)'",
            at: node.position(ofScalarAt: error.offset, length: error.length), suggestion: "\(groups), or $$ for a dollar sign")
    }
}
