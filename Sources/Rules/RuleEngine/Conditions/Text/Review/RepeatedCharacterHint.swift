/// Suggestions for patterns that look for a repeated character by a back-reference: `(.)\1\1`.
enum RepeatedCharacterHint {
    /// Returns the condition that finds the same; `nil` for any other pattern.
    static func hint(_ pattern: String) -> String? {
        guard let found = pattern.wholeMatch(of: /\((?:\.|\\w|\[[^\]]*\])\)((?:\\1)+)(?:\+|\{(\d+),?\d*\})?/) else { return nil }
        let written = found.output.1.count / 2
        let length = found.output.2.flatMap { Int($0) }.map { $0 + written } ?? written + 1
        return "use the condition repeat_chars: { run: \">= \(length)\" }"
    }
}
