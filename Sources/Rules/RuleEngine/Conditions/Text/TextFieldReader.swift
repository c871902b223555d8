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
        let allow = map.take("allow", "Words and phrases in which nothing is found: `allow: [public, chó bông]`.")
        let allowed = (allow?.items(diagnostics) ?? []).compactMap { $0.text(diagnostics) }
        let reader = Folded(reader: self, folds: folds ?? .plain, allowed: AllowedPhrases(allowed))
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
                .flatMap { inList($0, folds, allowed) })
        add("matches", map.take("matches", "A regular expression (RE2 syntax), or a list of alternatives.").map(reader.patterns))
        if let allow, tests.allSatisfy({ $0.part == "\(part).matches" }), !diagnostics.isRecording {
            diagnostics.error(
                "contradiction", "'allow' has no effect on patterns", at: allow.position,
                suggestion: tests.isEmpty ? "add any_word: …" : "write any_word or contains in place of matches, or remove it")
        }
        map.expect(["regex", "regexp", "pattern", "match"], for: "matches")
        let partOfLength = "\(part).length"
        if let node = map.take("length", "The number of characters, for example `> 500`."),
            let length = Comparison(node, .count, diagnostics)
        {
            let threshold = ConditionThreshold(part: partOfLength, comparison: length, kind: .count, position: node.position)
            tests.append(TextCheck(part: partOfLength, kind: .length(threshold)))
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
    private func inList(_ node: ConfigNode, _ folds: FoldSet?, _ allowed: [String]) -> ScanKeyGroup? {
        guard let list = compilation.configuration.lists.list(node, of: .words, diagnostics) else { return nil }
        let needles = Self.needles(of: list, folds: folds, allowed: allowed, diagnostics: diagnostics)
        return ScanKeyGroup(
            zip(list.items, needles).map { ($0.text, TextTerm.needle($1), keys($1, at: $0.position)) })
    }

    /// Returns what to search for, for each item of a list of words.
    ///
    /// - Parameters:
    ///   - folds: The folds in place of those of the list.
    ///   - allowed: Phrases in which nothing is found, besides those of the list.
    static func needles(
        of list: ListSettings, folds: FoldSet? = nil, allowed: [String] = [], diagnostics: DiagnosticCollector
    ) -> [Needle] {
        let folds = folds ?? Self.folds(list.fold, diagnostics) ?? .plain
        let allowed = AllowedPhrases(list.allowed.map(\.text) + allowed)
        return list.items.map { item in
            var needle = Needle(entry: item.text, folds: folds)
            needle.allowed = allowed
            return needle
        }
    }

    fileprivate func keys(_ needle: Needle, at position: SourcePosition) -> [ScanKey] {
        guard Self.isFound(needle, at: position, diagnostics) else { return [] }
        let keys = registrar.add(needle)
        if keys.isEmpty { Self.reportNothing(needle, at: position, diagnostics) }
        return keys
    }

    /// Returns whether something is left of a needle after folding that can be searched for; otherwise reports it.
    static func isFound(_ needle: Needle, at position: SourcePosition, _ diagnostics: DiagnosticCollector) -> Bool {
        guard needle.collapsesToOneLetter else { return true }
        diagnostics.error(
            "single-letter", "'\(needle.text)' is a single letter after folding (\(needle.folds)), which is found everywhere",
            at: position, suggestion: "use fewer folds, or remove it")
        return false
    }

    static func reportNothing(_ needle: Needle, at position: SourcePosition, _ diagnostics: DiagnosticCollector) {
        diagnostics.error(
            "nothing-to-find", "'\(needle.text)' is empty after folding (\(needle.folds))", at: position,
            suggestion: "use fewer folds, or search for letters")
    }

    /// Compiles a pattern; `nil`, with a diagnostic, if it is invalid or matches anything.
    static func pattern(_ text: String, _ folds: FoldSet, _ item: ConfigNode, _ diagnostics: DiagnosticCollector) -> Pattern? {
        SlashedPatternReview(diagnostics).review(text, item)
        do throws(PatternError) {
            let pattern = try Pattern(text, folds: folds)
            guard !pattern.matchesAnything else {
                diagnostics.error(
                    "finds-anything", "'\(text)' matches every text, including the empty one", at: item.position,
                    suggestion: "make part of the pattern required, or remove 'matches'")
                return nil
            }
            ImpossiblePatternReview(diagnostics).review(pattern, item)
            return pattern
        } catch {
            diagnostics.error(
                error.code.rawValue, error.message, at: item.position(ofScalarAt: error.offset, length: error.length),
                suggestion: RepeatedCharacterHint.hint(text) ?? error.suggestion)
            return nil
        }
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
        let allowed: AllowedPhrases?

        func group(_ node: ConfigNode, _ fit: Needle.Fit, _ field: String) -> ScanKeyGroup {
            reader.review(node, fit, field)
            return ScanKeyGroup(texts(node).map { item($1, needle($1, fit), at: $0.position) })
        }

        func groups(_ node: ConfigNode) -> [ScanKeyGroup] {
            texts(node).map { ScanKeyGroup([item($1, needle($1, .word), at: $0.position)]) }
        }

        private func item(_ text: String, _ needle: Needle, at position: SourcePosition) -> (String, TextTerm, [ScanKey]) {
            (text, .needle(needle), reader.keys(needle, at: position))
        }

        private func needle(_ text: String, _ fit: Needle.Fit) -> Needle {
            var needle = fit == .word ? Needle(entry: text, folds: folds) : Needle(text, folds: folds, fit: fit)
            needle.allowed = allowed
            return needle
        }

        func patterns(_ node: ConfigNode) -> ScanKeyGroup {
            let patterns = texts(node).compactMap { item, text in
                TextFieldReader.pattern(text, folds, item, reader.diagnostics).map { (text, $0) }
            }
            let groups = patterns.dropFirst().reduce(patterns.first?.1.groups.certainKeys ?? []) {
                $0.intersection($1.1.groups.certainKeys)
            }
            let alternatives = patterns.map { text, pattern in
                let term = TextTerm.pattern(text, folds: pattern.folds, matchesEmptyText: pattern.matchesEmptyText)
                return (text, term, reader.registrar.add(pattern))
            }
            return ScanKeyGroup(alternatives, groups: groups)
        }

        private func texts(_ node: ConfigNode) -> [(ConfigNode, String)] {
            (node.items(reader.diagnostics) ?? []).compactMap { item in item.text(reader.diagnostics).map { (item, $0) } }
        }
    }
}
