extension Recurrence {
    /// Parses any notation: `cron: …` and `@daily`, `rrule: …` and `FREQ=…`, otherwise a phrase as for `every:`.
    package init(notation text: String) throws(ScheduleSyntaxError) {
        let start = text.prefix(6).lowercased()
        if start.hasPrefix("cron:") {
            try self.init(placing: text, after: 5) { rest throws(ScheduleSyntaxError) in try Recurrence(cron: rest) }
        } else if start == "rrule:" {
            try self.init(placing: text, after: 6) { rest throws(ScheduleSyntaxError) in try Recurrence(rrule: rest) }
        } else if text.prefix(5).uppercased() == "FREQ=" {
            try self.init(rrule: text)
        } else if start.hasPrefix("@") {
            try self.init(cron: text)
        } else {
            try self.init(every: text)
        }
    }

    /// Parses the text after a prefix, with error columns in the whole text.
    private init(
        placing text: String, after count: Int, _ read: (String) throws(ScheduleSyntaxError) -> Recurrence
    ) throws(ScheduleSyntaxError) {
        let rest = text.dropFirst(count)
        let lead = rest.prefix { $0 == " " }.count
        do {
            self = try read(String(rest.dropFirst(lead)))
        } catch {
            let offset = count + lead
            throw ScheduleSyntaxError(
                error.message, at: error.columns.lowerBound + offset..<error.columns.upperBound + offset,
                suggestion: error.suggestion)
        }
    }
}

extension ScheduleSyntaxError {
    /// Returns the message, the text with a mark under the columns concerned, and the suggestion.
    package func pointing(at text: String) -> String {
        let mark = String(repeating: " ", count: columns.lowerBound) + String(repeating: "^", count: max(1, columns.count))
        return "\(message)\n  \(text)\n  \(mark)" + (suggestion.map { " \($0)" } ?? "")
    }
}
