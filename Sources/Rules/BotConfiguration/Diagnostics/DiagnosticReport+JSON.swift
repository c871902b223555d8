import ChatModel

extension DiagnosticReport {
    /// Returns the report for tools: a JSON array of objects, at most `limit`.
    package func json() throws -> String { try JSONText.text(rows, isPretty: true) }
}
