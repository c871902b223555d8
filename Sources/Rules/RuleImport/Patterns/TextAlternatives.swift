import PatternMatching
import TextFolding

/// Texts and patterns to look for, any of which suffices, in the fields that the rule language has for them.
struct TextAlternatives {
    enum Field: String, CaseIterable {
        case contains, equals
        case startsWith = "starts_with"
        case endsWith = "ends_with"
        case anyWord = "any_word"
        case matches
    }

    private struct Group: Hashable {
        var field: Field
        var folds: [Fold]
        /// A Boolean value that indicates whether one of the texts has to be absent.
        var isAbsence = false
    }

    /// The differences that the original ignores.
    let folds: [Fold]
    /// The key of the original, for remarks.
    let key: String
    private var groups: [(group: Group, texts: [String])] = []
    private var known: [Group: Set<String>] = [:]
    private(set) var remarks: [ImportRemark] = []
    /// A Boolean value that indicates whether an alternative matches every text.
    private(set) var matchesEverything = false
    /// A Boolean value that indicates whether an alternative could not be carried over.
    private(set) var hasGap = false

    init(key: String, folds: [Fold]) {
        self.key = key
        self.folds = folds
    }

    var isEmpty: Bool { groups.isEmpty }

    /// Adds a text that is compared as it is written.
    mutating func add(_ text: String, as field: Field) {
        guard !text.isEmpty else { return }
        let set = FoldSet(folds)
        let needle = field == .anyWord ? Needle(entry: text, folds: set) : Needle(text, folds: set)
        // An asterisk of the original stands for itself, and not for the rest of a word.
        if field == .anyWord, needle.fit != .word { return add(pattern: ForeignPattern.literal(text), fit: .word) }
        if needle.collapsesToOneLetter { return add(pattern: ForeignPattern.literal(text), fit: .anywhere) }
        insert(text, Group(field: field, folds: folds))
    }

    /// Adds an entry of a word list, in which an asterisk at an end stands for the rest of a word.
    mutating func add(wildcard entry: String) {
        let inner = String(entry.trimming("*"))
        guard !inner.isEmpty else { return }
        let (opensStart, opensEnd) = (entry.hasPrefix("*"), entry.hasSuffix("*"))
        if opensStart, opensEnd { return add(inner, as: .contains) }
        let isWord = Needle(entry: entry, folds: FoldSet(folds)).text == inner
        if isWord { return insert(entry, Group(field: .anyWord, folds: folds)) }
        // The rest of a word follows something that is none, as in `discord.gg/*`.
        let literal = ForeignPattern.literal(inner)
        add(checked: (opensStart ? "" : "\\b") + "(?:\(literal))" + (opensEnd ? "" : "\\b"), shown: entry)
    }

    /// Adds a pattern that has been rewritten for RE2.
    ///
    /// - Parameter isDotted: A Boolean value that indicates whether a `.` matches the end of a line, as in Python's `DOTALL`.
    mutating func add(pattern: String, fit: PatternFit, isDotted: Bool = false, ignoresCase: Bool = false) {
        let folds = ignoresCase && !self.folds.contains(.case) ? [.case] + self.folds : self.folds
        if fit == .anywhere || fit == .whole, let unwanted = Self.unwanted(in: pattern) {
            return add(checked: unwanted, shown: pattern, folds: folds, isAbsence: true)
        }
        let bare = ClassDifference.rewritten(pattern) ?? pattern
        add(checked: fit.pattern(bare, isDotted: isDotted), shown: pattern, folds: folds)
    }

    /// Returns what must not occur in a text that `^((?!unwanted).)*$` matches.
    private static func unwanted(in pattern: String) -> String? {
        for (start, end) in [("^((?!", ").)*$"), ("^(?:(?!", ").)*$")] where pattern.hasPrefix(start) && pattern.hasSuffix(end) {
            return String(pattern.dropFirst(start.count).dropLast(end.count))
        }
        return nil
    }

    private mutating func add(checked pattern: String, shown: String, folds: [Fold]? = nil, isAbsence: Bool = false) {
        let folds = folds ?? self.folds
        // Without the fold `marks`, a boundary is possible only at the ends of a pattern.
        let attempts = folds.contains(.marks) ? [folds] : [folds, folds + [.marks]]
        var first: PatternError?
        for attempt in attempts {
            do throws(PatternError) {
                let compiled = try Pattern(pattern, folds: FoldSet(attempt))
                if compiled.matchesAnything {
                    matchesEverything = !isAbsence
                    return
                }
                if compiled.obstacle != nil {
                    if isAbsence { matchesEverything = true }
                    return remarks.append(.adaptation(key, "a pattern that no text matches, also in the original, is left out"))
                }
                if attempt != folds {
                    remarks.append(.adaptation(key, "a word boundary inside a pattern needs the fold 'marks'"))
                }
                return insert(pattern, Group(field: .matches, folds: attempt, isAbsence: isAbsence))
            } catch {
                first = first ?? error
            }
        }
        guard let first else { return }
        hasGap = true
        remarks.append(
            .gap(
                key, "a pattern that cannot run here: \(first.message)",
                instead: "\(first.suggestion ?? "rewrite it"): \(shown.prefix(120))"))
    }

    private mutating func insert(_ text: String, _ group: Group) {
        guard known[group, default: []].insert(text).inserted else { return }
        if let index = groups.firstIndex(where: { $0.group == group }) {
            groups[index].texts.append(text)
        } else {
            groups.append((group, [text]))
        }
    }

    /// Returns the condition; `nil` if nothing is left to look for.
    ///
    /// - Parameters:
    ///   - subject: Returns the condition of a map with the fields of `text`.
    ///   - sources: The texts to read; the message's own if empty.
    ///   - allowed: Phrases in which nothing is found.
    func condition(
        _ subject: (RuleNode) -> RuleNode = { ["text": $0] }, reading sources: [String] = [], allowing allowed: [String] = []
    ) -> RuleNode? {
        let options = sources.isEmpty ? [] : [RuleNode.Entry(key: "read", value: .list(sources.map(RuleNode.word)))]
        let allow = allowed.isEmpty ? [] : [RuleNode.Entry(key: "allow", value: .list(allowed.map(RuleNode.text)))]
        return .any(
            groups.flatMap { group, texts -> [RuleNode] in
                // Each of several that must be absent suffices.
                if group.isAbsence, texts.count > 1 { return texts.map { condition(of: [$0], group, subject, options) } }
                guard group.field == .matches else { return [condition(of: texts, group, subject, options + allow)] }
                let found = condition(of: texts, group, subject, options)
                // Patterns know no allowed phrases: a text with one is ignored as a whole.
                let word: RuleNode = ["any_word": .texts(allowed), "fold": [.word(Fold.case.rawValue)]]
                return [allowed.isEmpty ? found : ["all": [found, .not(subject(word))]]]
            })
    }

    private func condition(
        of texts: [String], _ group: Group, _ subject: (RuleNode) -> RuleNode, _ options: [RuleNode.Entry]
    ) -> RuleNode {
        var entries = [RuleNode.Entry(key: group.field.rawValue, value: .texts(texts))]
        if Set(group.folds) != [.case, .marks, .zeroWidth] {
            entries.append(RuleNode.Entry(key: "fold", value: .list(group.folds.map { .word($0.rawValue) })))
        }
        let condition = subject(.map(entries + options))
        return group.isAbsence ? .not(condition) : condition
    }
}

extension String {
    /// The text without one character at its beginning and its end.
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = self[...]
        if text.first == character { text = text.dropFirst() }
        if text.last == character { text = text.dropLast() }
        return text
    }
}
