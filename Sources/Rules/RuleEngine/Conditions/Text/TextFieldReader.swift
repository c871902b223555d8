import BotConfiguration
import PatternMatching
import TextFolding

/// Reads the fields of `text`, and of other values that are checked like a text, such as a user's name or a file's name.
struct TextFieldReader {
    let registrar: any ScanRegistrar
    /// The prefix of a field in traces: `text`, `author.name`.
    let part: String
    let compilation: CompilationContext

    private var diagnostics: DiagnosticCollector { compilation.diagnostics }

    /// Takes the fields that search a text from a map. All fields are read, even if some are invalid.
    func tests(_ map: inout MapReader) -> [TextCheck] {
        let folds = Self.folds(
            map.take(
                "fold",
                "Differences to ignore, and disguises to see through; see Rules.md (default: case, marks, zero_width)."
            ),
            diagnostics)
        var tests: [TextCheck] = []
        func add(_ field: String, _ group: ScanKeyGroup?) {
            if let group { tests.append(TextCheck(part: "\(part).\(field)", kind: .any(group))) }
        }
        let reader = Folded(reader: self, folds: folds ?? .plain)
        add(
            "contains",
            map.take("contains", "A text, or a list of alternatives, anywhere in the text.").map {
                reader.group($0, .anywhere, "contains")
            })
        add(
            "equals",
            map.take("equals", "The whole text equals this text, or one of a list.").map { reader.group($0, .whole, "equals") })
        add(
            "starts_with",
            map.take("starts_with", "The text begins with this text, or one of a list.").map {
                reader.group($0, .start, "starts_with")
            })
        add(
            "ends_with",
            map.take("ends_with", "The text ends with this text, or one of a list.").map { reader.group($0, .end, "ends_with") })
        add(
            "any_word",
            map.take("any_word", "A whole word or phrase, or a list of alternatives.").map { reader.group($0, .word, "any_word") }
        )
        if let groups = map.take("all_words", "Whole words or phrases that must all occur.").map(reader.groups) {
            tests.append(TextCheck(part: "\(part).all_words", kind: .all(groups)))
        }
        add(
            "in_list",
            map.take("in_list", "A list of kind `words`: any of its items occurs as a whole word.")
                .flatMap { inList($0, folds) })
        add("matches", map.take("matches", "A regular expression (RE2 syntax), or a list of alternatives.").map(reader.patterns))
        map.expect(["regex", "regexp", "pattern", "match"], for: "matches")
        if let length = map.take("length", "The number of characters, for example `> 500`.").flatMap({
            Comparison($0, .count, diagnostics)
        }) {
            tests.append(TextCheck(part: "\(part).length", kind: .length(length)))
        }
        return tests
    }

    /// Reads `fold: [case, marks]`; returns `nil` if the key is missing. Callers then use the default folds, which ignore
    /// differences that readers do not notice.
    static func folds(_ node: ConfigNode?, _ diagnostics: DiagnosticCollector) -> FoldSet? {
        guard let items = node?.list(diagnostics) else { return nil }
        return FoldSet(items.compactMap { $0.choice(Fold.self, "a fold", code: "unknown-fold", diagnostics) })
    }

    /// Reads a list. It uses its own folds unless the condition sets others.
    private func inList(_ node: ConfigNode, _ folds: FoldSet?) -> ScanKeyGroup? {
        guard let list = compilation.configuration.lists.list(node, of: .words, diagnostics) else { return nil }
        let folds = folds ?? Self.folds(list.fold, diagnostics) ?? .plain
        let allowed = AllowedPhrases(list.allowed.map(\.text))
        let needles = list.items.map { item in
            var needle = Needle(entry: item.text, folds: folds)
            needle.allowed = allowed
            return (item.text, keys(needle, at: item.position))
        }
        return ScanKeyGroup(needles)
    }

    fileprivate func keys(_ needle: Needle, at position: SourcePosition) -> [ScanKey] {
        if needle.collapsesToOneLetter {
            diagnostics.error(
                "single-letter", "'\(needle.text)' is a single letter after folding (\(needle.folds)), which is found everywhere",
                at: position, suggestion: "use fewer folds, or remove it")
            return []
        }
        let keys = registrar.add(needle)
        if keys.isEmpty {
            diagnostics.error(
                "nothing-to-find", "'\(needle.text)' is empty after folding (\(needle.folds))", at: position,
                suggestion: "use fewer folds, or search for letters")
        }
        return keys
    }

    private func review(_ node: ConfigNode, _ fit: Needle.Fit, _ field: String) {
        let (items, isList) = if case .list(let items) = node.kind { (items, true) } else { ([node], false) }
        let review = SearchTextReview(
            field: field, fit: fit, isItem: isList, prefix: compilation.configuration.bot.prefix, diagnostics: diagnostics)
        for item in items { if let text = item.scalarText { review.review(text, item) } }
    }

    /// A reader bound to one set of folds.
    private struct Folded {
        let reader: TextFieldReader
        let folds: FoldSet

        func group(_ node: ConfigNode, _ fit: Needle.Fit, _ field: String) -> ScanKeyGroup {
            reader.review(node, fit, field)
            return ScanKeyGroup(texts(node).map { ($1, reader.keys(needle($1, fit), at: $0.position)) })
        }

        func groups(_ node: ConfigNode) -> [ScanKeyGroup] {
            texts(node).map { ScanKeyGroup([($1, reader.keys(needle($1, .word), at: $0.position))]) }
        }

        private func needle(_ text: String, _ fit: Needle.Fit) -> Needle {
            fit == .word ? Needle(entry: text, folds: folds) : Needle(text, folds: folds, fit: fit)
        }

        func patterns(_ node: ConfigNode) -> ScanKeyGroup {
            ScanKeyGroup(
                texts(node).compactMap { item, text in
                    SlashedPatternReview(reader.diagnostics).review(text, item)
                    do throws(PatternError) {
                        let pattern = try Pattern(text, folds: folds)
                        guard !pattern.matchesAnything else {
                            reader.diagnostics.error(
                                "finds-anything", "'\(text)' matches every text, including the empty one", at: item.position,
                                suggestion: "make part of the pattern required, or remove 'matches'")
                            return nil
                        }
                        return (text, reader.registrar.add(pattern))
                    } catch {
                        reader.diagnostics.error(
                            error.code.rawValue, error.message,
                            at: item.position(ofScalarAt: error.offset, length: error.length),
                            suggestion: RepeatedCharacterHint.hint(text) ?? error.suggestion)
                        return nil
                    }
                })
        }

        private func texts(_ node: ConfigNode) -> [(ConfigNode, String)] {
            (node.items(reader.diagnostics) ?? []).compactMap { item in item.text(reader.diagnostics).map { (item, $0) } }
        }
    }
}
