/// Where the book of rules hands what is to be kept of its decisions. Called in their order, under a lock: each only hands on.
package struct RuleLedger: Sendable {
    /// A decision about an entry, by an edition, has this place among all.
    package var give: @Sendable (_ ticket: Int64, _ sequence: Int64, _ version: String) -> Void
    /// Something was seen of people or places; returns the number under which it is kept.
    package var keep: @Sendable (Sighting) -> Int64
    /// A decision that changed what is remembered, with what it changed.
    package var record: @Sendable (RecordedDecision) -> Void

    package init(
        give: @escaping @Sendable (_ ticket: Int64, _ sequence: Int64, _ version: String) -> Void,
        keep: @escaping @Sendable (Sighting) -> Int64, record: @escaping @Sendable (RecordedDecision) -> Void
    ) {
        self.give = give
        self.keep = keep
        self.record = record
    }
}
