/// The reason why no test can be made of a case.
package enum CaseTestError: Error, Equatable, CustomStringConvertible {
    case noEntry(Int64)
    /// The cause is an event of the application itself, with its kind.
    case notAnEvent(entry: Int64, kind: String)
    case nothingRequested(author: String, entry: Int64)
    case unknownRevision(String)
    /// The cause does not occur in fixtures, with the reasons.
    case notInFixtures(entry: Int64, reasons: [String])
    /// The rules do not act again, with the number of events before that were tried.
    case notRepeated(author: String, kinds: [String], before: Int)

    package var description: String {
        switch self {
        case .noEntry(let entry): "the journal has no readable entry #\(entry), at which the case began"
        case .notAnEvent(let entry, let kind):
            "its cause, entry #\(entry), is a timer or another event of the bot itself (\(kind)), which tests do not contain"
        case .nothingRequested(let author, let entry): "\(author) requested nothing at entry #\(entry)"
        case .unknownRevision(let version):
            "this build cannot read the rules that decided, revision \(version)"
        case .notInFixtures(let entry, let reasons):
            "its cause, entry #\(entry), does not occur in tests\(reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", "))")"
        case .notRepeated(let author, let kinds, let before):
            "\(author) does not request \(kinds.joined(separator: ", ")) again after the \(before) events before the case; it depends "
                + "on older events, on texts that were deleted, or on what tests do not contain, such as attachments"
        }
    }
}
