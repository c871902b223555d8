package import ChatModel

extension ClockRange {
    /// Parses a range of the day; returns `nil` and adds a diagnostic for anything else, including an empty range.
    package init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        if diagnostics.record(.pattern("^[0-9]{1,2}:[0-5][0-9] *[-–] *[0-9]{1,2}:[0-5][0-9]$", example: "08:30-12:00"), for: node)
        {
            return nil
        }
        guard let text = node.text(diagnostics) else { return nil }
        let parts = text.filter { $0 != " " }.replacing("–", with: "-").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = ClockText.minutes(parts[0]), let end = ClockText.minutes(parts[1]), start < 24 * 60
        else {
            diagnostics.error(
                "bad-clock", "'\(text)' is not a range of times", at: node.position, suggestion: Self.hint(parts))
            return nil
        }
        guard start != end else {
            diagnostics.error(
                "bad-clock", "'\(text)' is empty: it ends when it begins", at: node.position, suggestion: "write \"00:00-24:00\"")
            return nil
        }
        self.init(start: start, end: end)
    }

    /// Returns a suggestion for notations such as `9h-12h` or `9am-5pm`.
    private static func hint(_ parts: [String.SubSequence]) -> String {
        let clocks = parts.compactMap { part in
            let hint = ClockText.minutes(part) == nil ? ClockText.hint(part) : "write \"\(part)\""
            return hint.split(separator: "\"").dropFirst().first.flatMap(ClockText.minutes)
        }
        guard parts.count == 2, clocks.count == 2, clocks[0] < 24 * 60, clocks[0] != clocks[1] else {
            return "write \"08:30-12:00\""
        }
        return "write \"\(ClockRange(start: clocks[0], end: clocks[1]))\""
    }
}
