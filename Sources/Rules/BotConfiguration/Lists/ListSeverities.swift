/// The severities of words, as published lists have them: `word,3` or `word;3` on each line.
struct ListSeverities {
    /// The lowest severity that counts; `nil` for a list without severities.
    var leastSeverity: Int?
    /// The position of that setting.
    var position: SourcePosition?

    /// Returns the words that count, without their severities; `nil`, with a diagnostic, if items have none or no word counts.
    func words(of items: [ListSettings.Item], list: String, _ diagnostics: DiagnosticCollector) -> [ListSettings.Item]? {
        let rated = items.map(Self.rated)
        guard let leastSeverity, let position else {
            warnOfSeverities(items, rated, diagnostics)
            return items
        }
        if let index = rated.firstIndex(where: { $0 == nil }) {
            let missing = rated.count { $0 == nil }
            diagnostics.error(
                "no-severity",
                "'\(items[index].text.prefix(40))' has no severity, but the list '\(list)' has 'min_severity' (\(missing) of "
                    + "\(items.count) items have none)", at: items[index].position,
                suggestion: "write word,3 or word;3, or put items without a severity into a list of their own")
            return nil
        }
        let words = rated.compactMap { $0 }.filter { $0.severity >= leastSeverity }.map(\.word)
        if words.isEmpty {
            diagnostics.error(
                "empty-list", "no item of the list '\(list)' has a severity of \(leastSeverity) or more", at: position,
                suggestion: "write a number of at most \(rated.compactMap { $0?.severity }.max() ?? 0)")
            return nil
        }
        return words
    }

    /// Warns of a list whose items look like words with severities.
    private func warnOfSeverities(
        _ items: [ListSettings.Item], _ rated: [(word: ListSettings.Item, severity: Int)?], _ diagnostics: DiagnosticCollector
    ) {
        guard let index = rated.firstIndex(where: { $0 != nil }), let first = rated[index] else { return }
        let count = rated.count { $0 != nil }
        diagnostics.warning(
            "severity-as-text",
            "'\(items[index].text.prefix(40))' is searched for as it is written, with its number (\(count) of \(items.count) "
                + "items end in one)", at: items[index].position,
            suggestion: count == items.count
                ? "add min_severity: \(first.severity) to the list"
                : "give every item a severity and add min_severity to the list, or remove the numbers")
    }

    /// Returns the word and the number of `word,3`; `nil` for any other item.
    private static func rated(_ item: ListSettings.Item) -> (word: ListSettings.Item, severity: Int)? {
        guard let mark = item.text.lastIndex(where: { $0 == "," || $0 == ";" }) else { return nil }
        let digits = item.text[item.text.index(after: mark)...].drop { $0 == " " || $0 == "\t" }
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let severity = Int(digits)
        else { return nil }
        let text = item.text[..<mark].reversed().drop { $0.isWhitespace }.reversed()
        guard !text.isEmpty else { return nil }
        return (ListSettings.Item(text: String(text), position: item.position), severity)
    }
}
