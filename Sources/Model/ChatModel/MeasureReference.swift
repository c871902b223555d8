/// A measure of a case, as the rule engine knows it before the case has a number.
package struct MeasureReference: Hashable, Sendable, Codable {
    package var user: UserID
    /// The author of the case: `rule:flood`.
    package var author: String
    /// The journal sequence number of the entry that began the incident.
    package var incident: Int64
    /// The kind of the measure: `mute`.
    package var kind: String

    /// Creates a reference to a measure that an author took because of an entry.
    package init(_ draft: CaseDraft, by author: String, causedBy entry: Int64) {
        user = draft.user
        self.author = author
        incident = draft.incident ?? entry
        kind = draft.kind
    }
}
