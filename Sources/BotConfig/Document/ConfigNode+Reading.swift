/// Typed reading: each returns `nil` and leaves a diagnostic where the node is something else.
extension ConfigNode {
    package func text(_ findings: Findings) -> String? {
        guard case .scalar(let text, let style) = kind else {
            return wrong("a text belongs here, not \(kindName)", findings)
        }
        guard !isEmpty else { return wrong("a text belongs here", findings) }
        if style == .plain, PlainWord(text) == .truth {
            findings.warning(
                "ambiguous-word", "'\(text)' is read as a text here, and as a truth value by other YAML readers", at: place,
                suggestion: "write \"\(text)\"")
        }
        return text
    }

    /// One of a few words.
    package func word(of words: [String], _ what: String, code: String = "unknown-word", _ findings: Findings) -> String? {
        guard case .scalar(let text, _) = kind else { return wrong("\(what) belongs here, not \(kindName)", findings) }
        guard words.contains(text) else {
            findings.unknownWord(
                text, at: place, code: code,
                message: "'\(text)' is not \(what); it is one of \(words.joined(separator: ", "))", candidates: words)
            return nil
        }
        return text
    }

    /// One of the cases of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type, _ what: String, code: String = "unknown-word", _ findings: Findings
    ) -> Choice? where Choice.RawValue == String {
        word(of: type.allCases.map(\.rawValue), what, code: code, findings).flatMap(Choice.init(rawValue:))
    }

    package func wholeNumber(in range: ClosedRange<Int>, _ findings: Findings) -> Int? {
        guard case .scalar(let text, _) = kind, let number = Int(text), range.contains(number) else {
            findings.error(
                "wrong-number", "a whole number from \(range.lowerBound) to \(range.upperBound) belongs here", at: place)
            return nil
        }
        return number
    }

    /// The items of a list; with `orSingle`, anything else counts as a list of one.
    package func list(orSingle: Bool = false, _ findings: Findings) -> [ConfigNode]? {
        switch kind {
        case .list(let items): return items
        case .scalar where isEmpty: return []
        default: return orSingle ? [self] : wrong("a list belongs here, not \(kindName)", findings)
        }
    }

    /// The entries of a map whose keys are names the operator chose.
    package func named(_ what: String, _ findings: Findings) -> [Entry] {
        switch kind {
        case .map(let entries): return entries
        case .scalar where isEmpty: return []
        default:
            findings.error("wrong-kind", "\(what) is a map of names, not \(kindName)", at: place)
            return []
        }
    }

    private func wrong<Value>(_ message: String, _ findings: Findings) -> Value? {
        findings.error("wrong-kind", message, at: place)
        return nil
    }
}
