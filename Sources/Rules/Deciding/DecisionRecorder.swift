/// Where the book of rules hands what is to be kept of its decisions. Called in their order, under a lock: each only hands on.
package struct DecisionRecorder: Sendable {
    /// Something was seen of people or places; returns the number under which it is kept.
    package var keep: @Sendable (DirectoryObservation) -> Int64
    /// A decision was made, and changed what is remembered or did not.
    package var record: @Sendable (RecordedDecision) -> Void

    package init(
        keep: @escaping @Sendable (DirectoryObservation) -> Int64, record: @escaping @Sendable (RecordedDecision) -> Void
    ) {
        self.keep = keep
        self.record = record
    }
}
