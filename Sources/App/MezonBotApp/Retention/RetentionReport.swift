/// The texts that a retention sweep removes.
package struct RetentionReport: Sendable, Hashable, Codable {
    /// The number of journal entries.
    package var entries = 0
    /// The number of answers to them.
    package var deliveries = 0
    /// The number of traces whose reasons were removed.
    package var traces = 0
    /// The number of cases whose evidence was removed.
    package var cases = 0

    package init() {}

    package var isEmpty: Bool { self == RetentionReport() }

    /// A sentence for users, for example `the texts of 3 entries and 1 answers, …`.
    package var text: String {
        "the texts of \(entries) entries and \(deliveries) answers, the reasons of \(traces) turns, the evidence of \(cases) cases"
    }
}
