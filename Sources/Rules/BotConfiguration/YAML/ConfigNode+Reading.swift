/// Typed access to nodes: each method returns `nil` and adds a diagnostic if the node is of another kind.
extension ConfigNode {
    package func text(_ diagnostics: DiagnosticCollector) -> String? {
        if diagnostics.record(.text, for: self) { return nil }
        guard case .scalar(let text, let style) = kind else {
            return wrong("expected a text, not \(kindName)", hintForText, diagnostics)
        }
        guard !isEmpty else {
            if let comment {
                return wrong("expected a text: '#' begins a comment here", "write \(Self.quoted(comment.text))", diagnostics)
            }
            return wrong("expected a text", "write a text after the colon, or \"\" for an empty one", diagnostics)
        }
        if style == .plain, PlainScalar(text) == .truth {
            diagnostics.warning(
                "ambiguous-word", "'\(text)' is read as a text here, but as a Boolean by other YAML readers", at: position,
                suggestion: "write \"\(text)\"")
        }
        if style == .plain, let inner = CurlyQuotes.content(of: text) {
            diagnostics.warning(
                "curly-quotes", "these quotation marks are part of the text; YAML knows only straight ones", at: position,
                suggestion: "write \(Self.quoted(inner))")
        }
        return text
    }

    /// Returns the word if it is one of a few.
    package func word(of words: [String], _ what: String, code: String = "unknown-word", _ diagnostics: DiagnosticCollector)
        -> String?
    {
        if diagnostics.record(.words(words), for: self) { return nil }
        guard case .scalar(let text, _) = kind else {
            return wrong("expected \(what), not \(kindName)", "write one of \(words.joined(separator: ", "))", diagnostics)
        }
        guard words.contains(text) else {
            diagnostics.unknownWord(
                text, at: position, code: code,
                message: "'\(text)' is not \(what); expected one of \(words.joined(separator: ", "))", candidates: words)
            return nil
        }
        return text
    }

    /// Returns the case of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type, _ what: String, code: String = "unknown-word", _ diagnostics: DiagnosticCollector
    ) -> Choice? where Choice.RawValue == String {
        word(of: type.allCases.map(\.rawValue), what, code: code, diagnostics).flatMap(Choice.init(rawValue:))
    }

    package func wholeNumber(in range: ClosedRange<Int>, _ diagnostics: DiagnosticCollector) -> Int? {
        if diagnostics.record(.wholeNumber(range), for: self) { return nil }
        guard case .scalar(let text, _) = kind, let number = Int(text), range.contains(number) else {
            diagnostics.error(
                "wrong-number", "expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: position,
                suggestion: hintForNumber(in: range))
            return nil
        }
        return number
    }

    /// Returns the items of a list; with `orSingle`, any other node counts as a list of one item.
    package func list(orSingle: Bool = false, _ diagnostics: DiagnosticCollector) -> [ConfigNode]? {
        if let recorder = diagnostics.recorder, let sampleID { return [recorder.item(of: sampleID, isListOptional: orSingle)] }
        switch kind {
        case .list(let items): return items
        case .scalar where isEmpty: return []
        case .scalar(let text, _) where !orSingle: return wrong("expected a list, not a text", "write [\(text)]", diagnostics)
        case .map where !orSingle: return wrong("expected a list, not a map", "begin each item with '- '", diagnostics)
        default: return [self]
        }
    }

    /// Returns the entries of a map whose keys are names chosen by the operator.
    package func named(_ what: String, _ diagnostics: DiagnosticCollector) -> [Entry] {
        if let recorder = diagnostics.recorder, let sampleID {
            return [Entry(key: "name", keyPosition: position, value: recorder.entry(of: sampleID))]
        }
        switch kind {
        case .map(let entries): return entries
        case .scalar where isEmpty: return []
        default:
            diagnostics.error(
                "wrong-kind", "\(what) must be a map of names, not \(kindName)", at: position,
                suggestion: itemsAreEntries ? "remove the '-' before each name" : "write { name: … }")
            return []
        }
    }

    private var hintForText: String {
        if case .list(let items) = kind, items.count == 1, case .scalar(let text, _)? = items.first?.kind {
            return "write \(text)"
        }
        return "write one text; quote it if it contains brackets or ': '"
    }

    private func hintForNumber(in range: ClosedRange<Int>) -> String {
        let example = range.contains(1) ? 1 : range.lowerBound
        guard case .scalar(let text, _) = kind else { return "write \(example)" }
        // `1,000` and `1 000` are thousands; `1.0` is one.
        let digits = text.filter { !"_, ".contains($0) }
        guard let number = Int(digits) ?? Double(digits).flatMap(Int.init(exactly:)) else {
            return "write a number in digits, for example \(example)"
        }
        return "write \(min(max(number, range.lowerBound), range.upperBound))"
    }

    private func wrong<Value>(_ message: String, _ suggestion: String, _ diagnostics: DiagnosticCollector) -> Value? {
        diagnostics.error("wrong-kind", message, at: position, suggestion: suggestion)
        return nil
    }
}
