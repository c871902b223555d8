import BotConfiguration

/// A wiki page of AutoModerator: YAML documents, one for each rule.
struct AutoModeratorPage {
    struct Rule {
        /// The first comment of the document, which usually says what the rule is for.
        var heading: String
        var node: ConfigNode
    }

    let rules: [Rule]

    /// Reads a page. Every document is read, even if others have errors.
    init(_ text: String, file: String, _ diagnostics: DiagnosticCollector) {
        var rules: [Rule] = []
        for part in Self.documents(of: text) where !diagnostics.isFull && rules.count <= ImportLimits.rules {
            let document = part.lines.joined(separator: "\n")
            guard let node = ForeignDocument.read(document, file: file, line: part.start, diagnostics) else { continue }
            guard case .map = node.kind else {
                diagnostics.error(
                    "wrong-kind", "a rule must be a map of checks and actions, not \(node.kindName)", at: node.position)
                continue
            }
            rules.append(Rule(heading: Self.heading(of: part.lines), node: node))
        }
        self.rules = rules
    }

    /// Returns the documents between lines of three hyphens, with the number of their first line. Those of comments alone are left out.
    static func documents(of text: String) -> [(lines: [Substring], start: Int)] {
        var parts: [(lines: [Substring], start: Int)] = [([], 1)]
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("---"), !line.hasPrefix("----") {
                parts.append(([], index + 2))
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        return parts.filter { $0.lines.contains { !isBlank($0) } }
    }

    private static func isBlank(_ line: Substring) -> Bool {
        line.first { !$0.isWhitespace }.map { $0 == "#" } ?? true
    }

    private static func heading(of lines: [Substring]) -> String {
        for line in lines.prefix(while: isBlank) {
            let words = line.drop { $0 == "#" || $0.isWhitespace }
            let text = words.prefix(100).split(whereSeparator: { $0 == "#" || $0.isWhitespace }).joined(separator: " ")
            // A key before a colon is a rule that is commented out.
            guard text.contains(where: \.isLetter), text.prefixMatch(of: /~?[a-z_+]+( \([a-z, -]+\))?:/) == nil else { continue }
            return text
        }
        return ""
    }
}
