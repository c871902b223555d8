import ChatModel

extension DiagnosticReport {
    /// Returns the report for tools: a JSON array of objects, at most `limit`.
    package func json() throws -> String {
        try JSONText.text(diagnostics.prefix(Self.limit).map(Line.init), isPretty: true)
    }

    private struct Line: Encodable {
        let file: String
        let line, column, length: Int
        let severity: Severity
        let code, message: String
        let suggestion: String?

        init(_ diagnostic: Diagnostic) {
            file = diagnostic.position.file
            line = diagnostic.position.line
            column = diagnostic.position.column
            length = diagnostic.position.length
            severity = diagnostic.severity
            code = diagnostic.code
            message = diagnostic.message
            suggestion = diagnostic.suggestion
        }
    }
}
