import ChatModel

/// The diagnostics of a configuration in the order of its files, ready for display.
package struct DiagnosticReport: Hashable, Sendable {
    package let diagnostics: [Diagnostic]
    package let sources: SourceFiles

    /// The maximum number of diagnostics shown. More would scroll the first and most relevant ones out of view.
    package static let limit = 50

    package init(_ diagnostics: [Diagnostic], sources: SourceFiles) {
        self.diagnostics = diagnostics.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(
                \.element)
        self.sources = sources
    }

    /// Returns a report of other diagnostics for the same files.
    package func with(_ diagnostics: [Diagnostic]) -> DiagnosticReport { DiagnosticReport(diagnostics, sources: sources) }

    /// The diagnostics that are shown, as rows.
    package var rows: [Row] { diagnostics.prefix(Self.limit).map(Row.init) }

    /// A diagnostic as tools and pages show it.
    package struct Row: Encodable, Hashable, Sendable {
        package let file: String
        package let line, column, length: Int
        package let severity: Severity
        package let code, message: String
        package let suggestion: String?
        package let example: String?

        init(_ diagnostic: Diagnostic) {
            file = diagnostic.position.file
            line = diagnostic.position.line
            column = diagnostic.position.column
            length = diagnostic.position.length
            severity = diagnostic.severity
            code = diagnostic.code
            message = diagnostic.message
            suggestion = diagnostic.suggestion
            example = diagnostic.example
        }
    }

    /// Returns the report as text: position, message, the line with carets, and a summary at the end.
    package func human() -> String {
        (diagnostics.prefix(Self.limit).map(paragraph) + [summary]).joined(separator: "\n")
    }

    /// A summary such as `3 errors, 2 warnings in 4 files`.
    package var summary: String {
        let errors = diagnostics.count { $0.severity == .error }
        let counts = [(errors, "error"), (diagnostics.count - errors, "warning")].filter { $0.0 > 0 }
        let found = counts.isEmpty ? "no problems" : counts.map { Self.counted($0.0, $0.1) }.joined(separator: ", ")
        let shown = diagnostics.count > Self.limit ? " (the first \(Self.limit) are shown)" : ""
        return "\(found) in \(Self.counted(sources.count, "file"))\(shown)"
    }

    /// The first error with its position, in one line; nil if there is none.
    ///
    /// It goes to chat, so the file is named without its folder.
    package var firstError: String? {
        diagnostics.first { $0.severity == .error }.map { Self.head($0, at: "\($0.position)") }
    }

    private static func head(_ diagnostic: Diagnostic, at position: String) -> String {
        "\(position.terminalSafe): \(diagnostic.severity)[\(diagnostic.code)] \(diagnostic.messageWithExample.terminalSafe)"
    }

    private func paragraph(_ diagnostic: Diagnostic) -> String {
        let position = diagnostic.position
        var text =
            Self.head(diagnostic, at: "\(sources.path(of: position.file)):\(position.line):\(position.column)") + "\n"
        let suggestion = diagnostic.suggestion.map(\.terminalSafe)
        guard let line = sources.line(position.line, of: position.file) else {
            return text + (suggestion.map { "      | \($0)\n" } ?? "")
        }
        let excerpt = SourceExcerpt(line, at: position)
        let number = String(position.line)
        text += String(repeating: " ", count: max(0, 5 - number.count)) + number + " | " + excerpt.line + "\n"
        text += "      | " + excerpt.carets + (suggestion.map { " " + $0 } ?? "") + "\n"
        return text
    }

    private static func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
