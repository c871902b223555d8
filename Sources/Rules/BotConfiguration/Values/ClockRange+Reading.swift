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

    /// Reads ranges; two times in place of one range are reported together.
    package static func ranges(_ items: [ConfigNode], _ diagnostics: DiagnosticCollector) -> [ClockRange] {
        let clocks = items.compactMap { item in item.scalarText.flatMap { ClockText.minutes($0[...]) } }
        if items.count == 2, clocks.count == 2, clocks[0] < 24 * 60, clocks[0] != clocks[1] {
            diagnostics.error(
                "bad-clock", "these are two times of day, not a range", at: items[0].position,
                suggestion: "write \"\(ClockText.text(minutes: clocks[0]))-\(ClockText.text(minutes: clocks[1]))\"")
            return []
        }
        return items.compactMap { ClockRange($0, diagnostics) }
    }

    /// Returns the time on the next day that `25:30` stands for, in minutes.
    private static func overflow(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (25..<48).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
        return (parts[0] - 24) * 60 + parts[1]
    }

    /// Returns a suggestion for notations such as `9h-12h` or `9am-5pm`.
    private static func hint(_ parts: [String.SubSequence]) -> String {
        if parts.count == 1, let start = ClockText.minutes(parts[0]), start < 24 * 60 {
            return "add the end of the range: \"\(ClockText.text(minutes: start))-24:00\""
        }
        let clocks = parts.compactMap { part in
            if let hour = overflow(part) { return hour }
            let hint = ClockText.minutes(part) == nil ? ClockText.hint(part) : "write \"\(part)\""
            return hint.split(separator: "\"").dropFirst().first.flatMap(ClockText.minutes)
        }
        guard parts.count == 2, clocks.count == 2, clocks[0] < 24 * 60, clocks[0] != clocks[1] else {
            return "write \"08:30-12:00\""
        }
        let range = "write \"\(ClockRange(start: clocks[0], end: clocks[1]))\""
        return overflow(parts[1]) == nil ? range : range + "; the hours of a day end at 24:00"
    }
}
