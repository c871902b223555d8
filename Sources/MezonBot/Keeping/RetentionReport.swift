/// What a sweep has taken out, or would.
package struct RetentionReport: Sendable, Hashable, Codable {
    /// Entries of the journal.
    package var entries = 0
    /// What was answered to them.
    package var deliveries = 0
    /// Reasons of what was done, and of what was not.
    package var traces = 0
    /// Cases whose evidence went.
    package var cases = 0

    package init() {}

    package var isEmpty: Bool { self == RetentionReport() }

    /// For a person: `the texts of 3 entries and 1 answer, …`
    package var text: String {
        "the texts of \(entries) entries and \(deliveries) answers, the reasons of \(traces) turns, the evidence of \(cases) cases"
    }
}
